using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using Pooling.Objects;
using Pooling.Telemetry;

return args switch
{
    ["watch", var name] => Watch(name),
    ["start"] => Start(),
    _ => Fail(),
};

// Works once for each line of the standard input, and answers with a line.
static int Watch(string name)
{
    using var workload = new Workload(name);
    do
        Console.WriteLine("ready");
    while (Step(workload));

    return 0;
}

static bool Step(Workload workload)
{
    if (Console.ReadLine() is null)
        return false;

    workload.Misuse();
    workload.Run();
    return true;
}

// Prints how long the first rental of the process takes, in microseconds, and how many methods its thread compiles.
static int Start()
{
    long methods = JitInfo.GetCompiledMethodCount(currentThread: true);
    long start = Stopwatch.GetTimestamp();
    LeasePool<object> pool = LeasePool.Create(static () => new object(), static _ => true);
    PooledLease<object> lease = pool.Rent();
    double time = Stopwatch.GetElapsedTime(start).TotalMicroseconds;
    methods = JitInfo.GetCompiledMethodCount(currentThread: true) - methods;
    lease.Dispose();
    pool.Dispose();
    Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{time:F0} {methods}"));
    return 0;
}

static int Fail()
{
    Console.Error.WriteLine("usage: watch <name of the pools> | start");
    return 2;
}
