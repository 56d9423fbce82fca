# soak_steps [--long]: the long concurrent runs and the explorer of schedules; --long runs each ten times as long.
soak_steps() {
  if [[ ${1:-} == --long ]]; then
    step smoke 'soak, long' run_soak 9000 --long
  else
    step smoke 'soak' run_soak 900 --ci
  fi
}

run_soak() { limit "$1" dotnet run -c Release --project tests/Pooling.SoakTests -- "$2"; }
