# The benchmarks: every row once, and once each way in which rows become figures.
benchmark_steps() {
  local project
  for project in benchmarks/Pooling.Benchmarks.*/*.csproj; do
    step smoke "$(basename "$project" .csproj): smoke" smoke "$project"
  done

  step smoke 'services: answers and bytes' check_services
  step step 'budget finds more instructions' find_more_instructions
  step step 'figures of one row' make_figures
}

one_case_steps() {
  step step 'one case by BenchmarkDotNet' measure_one_case benchmarks/Pooling.Benchmarks.Queues/Pooling.Benchmarks.Queues.csproj
}

budget_steps() { step smoke 'budget of the hot paths' check_budget; }

smoke() { limit 900 dotnet run -c Release --no-build --project "$1" -- --smoke; }

# Whole services, plain and pooled: the same answers, and no more bytes than allowed. Not how fast they are.
check_services() { limit 300 dotnet run -c Release --no-build --project benchmarks/Pooling.Services -- --quick; }

# Instructions, compiled methods and allocated bytes of the hot paths, which do not depend on how busy the machine is.
check_budget() { limit 1800 dotnet run -c Release --no-build --project benchmarks/Pooling.Budget; }

# The gate itself: a fifth more instructions in three paths are three failures.
find_more_instructions() {
  local log
  log=$(mktemp -p "$logs")
  ! limit 300 dotnet run -c Release --no-build --project benchmarks/Pooling.Budget -- --seed 20 \
    'Objects: two leases' 'Buffers: write text' 'Json: 23 B' >"$log"
  cat "$log"
  grep -q '^0 passed, 3 failed$' "$log"
}

# One case, so that what only BenchmarkDotNet does (generate, build, start a process) is known to work.
measure_one_case() {
  local names first report
  report=$(mktemp -d -p "$logs")
  names=$(limit 300 dotnet run -c Release --no-build --project "$1" -- --list flat)
  first=$(grep -m 1 '^Pooling\.' <<<"$names")
  limit 900 dotnet run -c Release --no-build --project "$1" -- --filter "$first" --job dry --runOncePerIteration \
    --artifacts "$report" --exporters json
  grep -q '"Mean":[0-9]' "$report"/results/*.json
}

# One row through all that makes the page of figures.
make_figures() {
  local project=benchmarks/Pooling.Benchmarks.Queues folder
  folder=$(mktemp -d -p "$logs")
  limit 600 dotnet run -c Release --no-build --project "$project" -- --ratios '*EnvelopeBenchmarks*' --rounds 1 --batch 1 \
    --processes 2 --settings --json "$folder/envelope.json"
  limit 300 dotnet run -c Release --no-build --project "$project" -- --markdown "$folder/figures.md" "$folder/envelope.json"
  grep -q '^### EnvelopeBenchmarks$' "$folder/figures.md"
  grep -q '^- `WSC-envelope`: ' "$folder/figures.md"
}
