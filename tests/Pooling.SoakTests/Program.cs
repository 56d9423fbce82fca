using System.Diagnostics;
using Pooling.SoakTests;
using Pooling.SoakTests.Abandonment;
using Pooling.SoakTests.Buffers;
using Pooling.SoakTests.Dispatch;
using Pooling.SoakTests.Encodeables;
using Pooling.SoakTests.Exploration;
using Pooling.SoakTests.Faults;
using Pooling.SoakTests.Fuzzing;
using Pooling.SoakTests.Objects;
using Pooling.SoakTests.Queues;

// A part that runs in a process of its own, for the soak that starts it.
if (args is [FreshProcess.Option, var part])
    return FreshProcess.RunPart(part);

// Long concurrent runs. `--ci` runs each at the size that the contract states; `--long` ten times as long; a name runs only that one.
// `--short` runs the explorers alone, with the smaller programs.
ISoak[] soaks =
[
    new LeaseRaces(),
    new HomeRaces(),
    new PoolChurn(),
    new ThreadChurn(),
    new BoundChurn(),
    new AbandonedPools(),
    new PostFaults(),
    new ForeignBytes(),
    new Fuzz(),
    new SharedBufferRaces(),
    new SharedGroupRaces(),
    new MemoryPoolRaces(),
    new Schedules(),
    new HolderSchedules(),
    new CellSchedules(),
    new QueueTraffic(),
    new QueueHistories(),
    new ChannelCancellations(),
    new ChannelHandovers(),
    new ChannelTimeouts(),
    new ChannelDisposals(),
    new QueueInterrupts(),
    new RefRaces(),
    new HolderRaces(),
    new ScopeRaces(),
    new ScopeHandover(),
    new DispatchCounts(),
    new FaultRaces(),
];
bool isShort = args.Contains("--short");
if (isShort)
    soaks = [.. soaks.Where(static soak => soak is Schedules or HolderSchedules or CellSchedules)]; // others would do nothing

int factor = isShort ? 0 : args.Contains("--long") ? 10 : 1;
string[] names = [.. args.Where(static argument => !argument.StartsWith("--", StringComparison.Ordinal))];
if (args.Contains("--help") || args.Except(names).Except(["--ci", "--long", "--short"]).Any()
    || names.Except(soaks.Select(static soak => soak.Name)).Any())
{
    string all = string.Join(" | ", soaks.Select(static soak => soak.Name));
    Console.Error.WriteLine($"usage: Pooling.SoakTests [--ci | --long | --short] [{all}]");
    return 2;
}

int passed = 0;
int failed = 0;
foreach (ISoak soak in soaks.Where(soak => names.Length == 0 || names.Contains(soak.Name)))
{
    var time = Stopwatch.StartNew();
    try
    {
        string report = soak.Run(factor);
        Console.WriteLine($"{soak.Name}: {report} ({time.Elapsed.TotalSeconds:F1} s)");
        passed++;
    }
    catch (Exception exception)
    {
        Console.WriteLine($"{soak.Name}: FAILED after {time.Elapsed.TotalSeconds:F1} s: {exception}");
        failed++;
    }
}

Console.WriteLine($"{passed} passed, {failed} failed");
return failed == 0 ? 0 : 1;
