using System.Diagnostics;
using System.Globalization;
using System.Runtime;

namespace Pooling.Startup;

/// <summary>Without an argument, runs each first use in processes of its own and prints the times; with a name, runs that one
/// here.</summary>
internal static class Program
{
    private const int Processes = 30;

    private static int Main(string[] arguments)
    {
        if (arguments.Length > 0)
            return Measure(FirstUses.All.First(use => use.Name == arguments[0]));

        var results = FirstUses.All.ToDictionary(static use => use.Name, static _ => new List<(double Time, long Methods)>());
        for (int i = 0; i < Processes; i++)
        {
            foreach (FirstUse use in FirstUses.All)
                results[use.Name].Add(RunChild(use.Name));
        }

        Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{"first use",-46} {"least",7} {"median",7} ms {"methods",7}   ({Processes} processes each)"));
        foreach ((string name, List<(double Time, long Methods)> runs) in results)
        {
            double[] times = [.. runs.Select(static run => run.Time).Order()];
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{name,-46} {times[0],7:0.0} {times[times.Length / 2],7:0.0}    {runs[0].Methods,7}"));
        }

        return 0;
    }

    private static int Measure(FirstUse use)
    {
        JitInfo.GetCompiledMethodCount(currentThread: true);
        long methods = JitInfo.GetCompiledMethodCount(currentThread: true);
        long start = Stopwatch.GetTimestamp();
        use.Run();
        double time = Stopwatch.GetElapsedTime(start).TotalMilliseconds;
        methods = JitInfo.GetCompiledMethodCount(currentThread: true) - methods;
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{time} {methods}"));
        return 0;
    }

    private static (double Time, long Methods) RunChild(string name)
    {
        string host = Environment.ProcessPath!;
        var start = new ProcessStartInfo(host) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(host) is "dotnet")
            start.ArgumentList.Add(Path.Combine(AppContext.BaseDirectory, "Pooling.Startup.dll"));

        start.ArgumentList.Add(name);
        using Process child = Process.Start(start)!;
        string[] answer = child.StandardOutput.ReadToEnd().Split(' ');
        child.WaitForExit();
        return (double.Parse(answer[0], CultureInfo.InvariantCulture), long.Parse(answer[1], CultureInfo.InvariantCulture));
    }
}
