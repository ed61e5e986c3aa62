# SPDX-License-Identifier: GPL-3.0-or-later
# Lines of text as a C file: see src/analysis/lesson.h.
BEGIN { print "#include \"analysis/lesson.h\"\n\nconst char *const lesson_lines[] = {" }
{ gsub(/[\\"]/, "\\\\&"); print "    \"" $0 "\"," }
END { print "    0,\n};" }
