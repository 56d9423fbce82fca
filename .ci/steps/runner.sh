# Runs steps one by one, keeps their logs, counts what passed and failed, and sums up. Every script of .ci takes this file first.
# It also runs in the bash of macOS, 3.2, and in that of Git for Windows.
set -Eeuo pipefail
shopt -s nullglob
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

export CI=true
export POOLING_TESTS_FULL=1 # all rounds of races and random cases
export DOTNET_NOLOGO=true DOTNET_CLI_TELEMETRY_OPTOUT=true DOTNET_CLI_UI_LANGUAGE=en DOTNET_GENERATE_ASPNET_CERTIFICATE=false
export UseSharedCompilation=true # the compiler stays warm from step to step, also where the machine's settings say otherwise
trap 'dotnet build-server shutdown >/dev/null 2>&1 || true' EXIT # and does not stay behind

readonly logs=artifacts/ci/${0##*/}
readonly results=$logs/results # a line for each step: its log, a tab, and what became of it

lane='' # in the names of logs, for steps that run beside others
lanes=0
steps=0

mkdir -p "$logs"
rm -rf "${logs:?}"/*

# step <kind> <title> <command> [argument ...]: runs a step, shows its end if it failed, and adds its counts to the results.
step() {
  local kind=$1 title=$2 log status=0 start=$SECONDS step_passed=0 step_failed=0 result=ok line
  shift 2
  log=$logs/${lane:+$lane-}$(printf '%02d' "$steps")-${title//[^A-Za-z0-9.]/-}.log
  ((++steps))

  # Not as a condition: that would switch off "stop at the first error" inside.
  set +e
  (set -e; "$@") >"$log" 2>&1 </dev/null
  status=$?
  set -e

  if [[ $kind == step ]]; then
    ((step_passed = status == 0)) || true
  else
    read -r step_passed step_failed < <(counts_in "$kind" "$log")
  fi

  # A run that failed without saying in how many tests, or in which nothing ran, is one failure.
  if ((step_failed == 0 && (status != 0 || step_passed == 0))); then
    step_failed=1
  fi

  if ((step_failed)); then
    result=FAIL
    show_failures "$log"
  fi

  line=$(printf '%-4s %6d passed %4d failed %5d s  %s' "$result" "$step_passed" "$step_failed" "$((SECONDS - start))" "$title")
  printf '%s\t%s\n' "$log" "$line" >>"$results"
  echo "$line"
}

# beside <function> [argument ...]: steps that run while the next ones do. Neither may need what the other builds, nor mind a busy machine.
# Sets beside to the number of their process.
beside() {
  ((++lanes))
  (lane=beside$lanes; steps=0; "$@") &
  beside=$!
}

# Sums the counts that a kind of output states: "passed failed".
counts_in() {
  local kind=$1 log=$2
  case $kind in
    tests) sed -nE 's/^  succeeded: ([0-9]+)[[:space:]]*$/\1 0/p; s/^  failed: ([0-9]+)[[:space:]]*$/0 \1/p' "$log" ;;
    # The runner reports an exception on a thread that no test waits for as a fatal error, and counts it nowhere.
    xunit)
      sed -nE -e 's/.* Total: ([0-9]+), Errors: ([0-9]+), Failed: ([0-9]+),.*/\1 \2 \3/p' -e 's/^ *\[FATAL ERROR\].*/1 0 1/p' "$log" \
        | awk '{ print $1 - $3, $2 + $3 }'
      ;;
    node) awk '$1 == "#" && ($2 == "pass" || $2 == "fail") { print $2 == "pass" ? $3 " 0" : "0 " $3 }' "$log" ;;
    checks) sed -nE 's/^Passed: ([0-9]+), Failed: ([0-9]+)[[:space:]]*$/\1 \2/p' "$log" ;;
    smoke) sed -nE 's/^([0-9]+) passed, ([0-9]+) failed[[:space:]]*$/\1 \2/p' "$log" ;;
  esac | awk '{ passed += $1; failed += $2 } END { print passed + 0, failed + 0 }'
}

# What failed, each with the lines that say why: the names stand in the middle of long logs.
show_failures() {
  local log=$1
  echo "--- failed in $log"
  grep -E -A 14 '\[FAIL\]|\[FATAL ERROR\]|^failed [A-Za-z_]|^ *FAIL |: FAILED |: error |^ *not ok ' "$log" | cut -c 1-300 | head -n 80 || tail -n 60 "$log"
  echo "---"
}

# Their names alone, next to the last line.
name_failures() {
  grep -hEo '[A-Za-z_0-9.]+[^[]* \[FAIL\]|^(failed| *FAIL| *not ok) .*|^.*: FAILED .*' "$@" | cut -c 1-200 | sort -u | head -n 30 || true
}

# Shows all steps, with what failed before them. The last line counts every test as one, and every step that is not a test run.
finish() {
  local log failures=() passed failed
  while read -r log; do failures+=("$log"); done < <(awk -F '\t' '$2 ~ /^FAIL/ { print $1 }' "$results")

  echo
  if ((${#failures[@]})); then
    for log in "${failures[@]}"; do show_failures "$log"; done
    cut -f 2 "$results"
    name_failures "${failures[@]}"
  else
    cut -f 2 "$results"
  fi

  echo "total ${SECONDS} s"
  echo
  read -r passed failed < <(awk -F '\t' '{ print $2 }' "$results" | awk '{ passed += $2; failed += $4 } END { print passed + 0, failed + 0 }')
  echo "$passed passed, $failed failed"
  ((failed == 0 && passed > 0))
}

# Ends what hangs. A limit is several times what the step needs, for machines that are busy. macOS has no command for it.
if command -v timeout >/dev/null; then
  limit() { timeout --kill-after=20 "$@"; }
else
  limit() { "${@:2}"; }
fi

only() {
  [[ $# == 1 && -e $1 ]] || { echo "Expected one file: $*" >&2; return 1; }
  echo "$1"
}

# What the script says of its arguments.
usage() { sed -n 's/^# usage: /usage: /p' ".ci/${0##*/}" >&2; exit 2; }

for part in .ci/steps/*.sh; do
  [[ $part == */runner.sh ]] || source "$part"
done
