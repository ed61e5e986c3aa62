// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the page, so that it plays without a network. What a server answers is never kept. A new
// version waits until no page of the old one is open, or until one asks for it.
"use strict";
const version = "causeway-VERSION_HASH";
const files = [/* files */];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(version).then((cache) =>
    // A name with a hash is never stale: what the page has loaded is not loaded again.
    cache.addAll(files.map((file) => new Request(file, { cache: file.startsWith("web/") ? "default" : "reload" })))));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(caches.keys().then((keys) => Promise.all(
    keys.filter((key) => key.startsWith("causeway-") && key !== version).map((key) => caches.delete(key)))));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url), root = new URL("./", self.location);
  if (event.request.method !== "GET" || url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return;
  const path = url.pathname.slice(root.pathname.length);
  const name = path === "" || path === "index.html" ? "./" : path;
  if (!files.includes(name)) return;
  event.respondWith(caches.open(version).then((cache) => cache.match(new URL(name, root)))
    .then((kept) => kept ?? fetch(event.request)));
});
