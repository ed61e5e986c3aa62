# SPDX-License-Identifier: GPL-3.0-or-later
# Lines of text as a C file with an array of them, which ends with NULL: awk -v name=NAME.
BEGIN { print "extern const char *const " name "[];\nconst char *const " name "[] = {" }
{ gsub(/[\\"]/, "\\\\&"); print "    \"" $0 "\"," }
END { print "    0,\n};" }
