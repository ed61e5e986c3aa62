// SPDX-License-Identifier: GPL-3.0-or-later
#include "bots/library.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bots/cache.h"
#include "bots/proved.h"
#include "claim/certificate.h"
#include "core/variant.h"

// Of a check, in bytes.
static const size_t check_memory = 256 << 20;

static bool find_directory(struct text *path)
{
    struct text why = TEXT_OF(TEXT_MAX);
    char under[32];
    snprintf(under, sizeof under, "strategies-%d", LIBRARY_FORMAT);
    return cache_directory(under, path, &why);
}

static bool find_file(const struct variant *variant, unsigned first, struct text *path)
{
    if (!find_directory(path))
        return false;
    text_add(path, "/%s-%u-", variant->game->slug, first);
    variant_print(variant, path);
    return !path->cut;
}

// --- Reading

// Only a plain file that belongs to the user, and is not too large.
static FILE *open_file(const char *path)
{
    struct stat status;
    int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return NULL;
    if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
        status.st_size <= LIBRARY_FILE) {
        futimens(file, NULL); // used just now
        return fdopen(file, "r");
    }
    close(file);
    return NULL;
}

bool library_find(const struct variant *variant, unsigned first, struct claim *claim)
{
    struct text path = TEXT_OF(CACHE_PATH);
    bool wrong, found;
    FILE *file = find_file(variant, first, &path) ? open_file(path.at) : NULL;
    if (!file)
        return false;
    found = proved_read(file, variant, first, check_memory, claim, &wrong);
    fclose(file);
    if (wrong)
        unlink(path.at);
    return found;
}

// --- Writing

// All sizes together, and the file that was not used for the longest time.
static off_t add_up(DIR *directory, char oldest[NAME_MAX + 1])
{
    struct timespec then = { 0 };
    struct dirent *entry;
    struct stat status;
    off_t sum = 0;
    *oldest = '\0';
    rewinddir(directory);
    while ((entry = readdir(directory))) {
        if (fstatat(dirfd(directory), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(status.st_mode))
            continue;
        sum += status.st_size;
        bool older = status.st_mtim.tv_sec < then.tv_sec || (status.st_mtim.tv_sec == then.tv_sec &&
                                                             status.st_mtim.tv_nsec < then.tv_nsec);
        if (!*oldest || older) {
            snprintf(oldest, NAME_MAX + 1, "%s", entry->d_name);
            then = status.st_mtim;
        }
    }
    return sum;
}

static void make_room(off_t size)
{
    struct text path = TEXT_OF(CACHE_PATH);
    char oldest[NAME_MAX + 1];
    DIR *directory = find_directory(&path) ? opendir(path.at) : NULL;
    while (directory && add_up(directory, oldest) + size > LIBRARY_WHOLE && *oldest)
        if (unlinkat(dirfd(directory), oldest, 0) != 0)
            break;
    if (directory)
        closedir(directory);
}

// Under another name first, so that nobody reads half of it.
static void write_file(const char *path, const char *bytes, size_t length)
{
    struct text new = TEXT_OF(CACHE_PATH);
    text_add(&new, "%s.%ld", path, (long)getpid());
    int file = new.cut ? -1 : open(new.at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    bool written = write(file, bytes, length) == (ssize_t)length;
    if (close(file) != 0 || !written || rename(new.at, path) != 0)
        unlink(new.at);
}

void library_keep(const struct claim *claim)
{
    struct text path = TEXT_OF(CACHE_PATH);
    char *bytes = NULL;
    size_t length = 0;
    FILE *memory =
        find_file(&claim->variant, claim->first, &path) ? open_memstream(&bytes, &length) : NULL;
    if (!memory)
        return;
    certificate_write(memory, claim);
    bool whole = !ferror(memory);
    if (fclose(memory) == 0 && whole && length <= LIBRARY_FILE) {
        make_room((off_t)length);
        write_file(path.at, bytes, length);
    }
    free(bytes); // open_memstream's own
}

// --- For the computer players

static bool check_and_keep(const struct claim *claim)
{
    if (!proved_check(claim, check_memory))
        return false;
    library_keep(claim);
    return true;
}

const struct bot_library library_on_disk = { .find = library_find, .keep = check_and_keep };
