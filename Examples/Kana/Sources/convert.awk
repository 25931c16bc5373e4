# Converts a dictionary of SKK in UTF-8 to lines that the keyboard can search: READING/CANDIDATE/CANDIDATE. The script
# drops comments, programs in Lisp, annotations, and entries for numbers and foreign letters. Run the script with
# LC_ALL=C.
/^;/ { next }
# Drop the line if its reading does not begin with the first two bytes of a hiragana character.
!/^\343[\201\202]/ { next }
{
  space = index($0, " ")
  reading = substr($0, 1, space - 1)
  if (space == 0 || reading ~ /[#<>?\/]/) next
  count = split(substr($0, space + 1), parts, "/")
  line = reading
  for (i = 1; i <= count; i++) {
    candidate = parts[i]
    sub(/;.*/, "", candidate)
    if (candidate == "" || candidate ~ /^[(]/ || candidate ~ /[][]/) continue
    line = line "/" candidate
  }
  if (line != reading) print line
}
