using System.Diagnostics;
using System.Globalization;
using System.Runtime;
using System.Runtime.InteropServices;
using Pooling.Benchmarks;

namespace Pooling.Startup;

/// <summary>Runs each first use in processes of its own, prints the times, and with <c>--json</c> and a file writes them there. With the
/// name of a use, runs that one here.</summary>
internal static class Program
{
    private const int Processes = 30;

    private static int Main(string[] arguments)
    {
        if (arguments is [var name])
            return Measure(FirstUses.All.First(use => use.Name == name));

        StartupResult[] results = MeasureAll();
        string machine = $"{Environment.ProcessorCount} processors, {Processor.Name}";
        Console.WriteLine($"{Processes} processes each, {RuntimeInformation.FrameworkDescription}, {machine}");
        Console.WriteLine($"{"first use",-50} {"least",7} {"median",7} ms {"methods",7}");
        foreach (StartupResult result in results)
        {
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{result.Name,-50} {result.Least,7:0.0} {result.Median,7:0.0}    {result.Methods,7}"));
        }

        if (arguments is ["--json", var file])
            StartupFile.Write(file, machine, Processes, results);

        return 0;
    }

    private static StartupResult[] MeasureAll()
    {
        var runs = FirstUses.All.ToDictionary(static use => use, static _ => new List<(double Time, long Methods)>());
        for (int i = 0; i < Processes; i++)
        {
            foreach (FirstUse use in FirstUses.All)
                runs[use].Add(RunChild(use.Name));
        }

        return
        [
            .. from run in runs
               let times = run.Value.Select(static run => run.Time).Order().ToArray()
               select new StartupResult(run.Key.Name, run.Key.IsOurs, Math.Round(times[0], 3), Math.Round(times[times.Length / 2], 3),
                   run.Value[0].Methods),
        ];
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
