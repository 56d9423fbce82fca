using System.Globalization;

namespace Pooling.Budget;

/// <summary>Measures hot paths, and compares them with the budget or renews it.</summary>
internal sealed class BudgetRun(BudgetOptions options)
{
    private readonly BudgetFile _budget = File.Exists(options.File) ? BudgetFile.Read(options.File) : BudgetFile.Empty;
    private readonly string _runtime = Environment.Version.ToString();

    /// <returns>0 if everything is within the budget or the budget was renewed, and 1 if not.</returns>
    internal int Run()
    {
        bool isSameRuntime = _budget.Runtime == _runtime;
        if (!isSameRuntime && !options.IsUpdate)
        {
            Console.WriteLine($"The budget was measured with .NET {_budget.Runtime}, this is {_runtime}: "
                + "the number of methods need not be the same, but may be 5 % greater.");
        }

        HotPath[] paths = [.. HotPath.All.Where(path => options.Selects(path.Name))];
        Task<PathResult>[] runs = Start(paths);
        var results = new Dictionary<string, PathResult>();
        int failed = 0;
        bool differs = false;
        Console.WriteLine($"     {"path",-46} {"instructions",12} {"methods",7} {"bytes",6}");
        foreach ((HotPath path, Task<PathResult> run) in paths.Zip(runs))
        {
            if (run.ContinueWith(static ended => ended.Exception?.InnerException, TaskScheduler.Default).Result is { } exception)
            {
                failed++;
                Console.WriteLine($"FAIL {path.Name}: {exception.Message}");
                continue;
            }

            PathResult result = run.Result;
            var verdict = BudgetVerdict.Of(_budget.Paths.GetValueOrDefault(path.Name), result, isSameRuntime);
            results.Add(path.Name, result);
            differs |= verdict.Differences.Count > 0;
            failed += verdict.IsWithin || options.IsUpdate ? 0 : 1;
            Console.WriteLine(string.Create(CultureInfo.InvariantCulture,
                $"{(verdict.IsWithin || options.IsUpdate ? "ok" : "FAIL"),-4} {path.Name,-46} {result.Instructions,12} {result.Methods,7} "
                    + $"{result.Bytes,6}  {string.Join(", ", verdict.Differences)}"));
        }

        if (options.IsUpdate)
        {
            Renew(results);
            return failed == 0 ? 0 : 1;
        }

        string[] gone = [.. _budget.Paths.Keys.Where(options.Selects).Except(HotPath.All.Select(static path => path.Name))];
        foreach (string name in gone)
            Console.WriteLine($"FAIL {name}: in the budget, but no path has this name");

        if (differs || gone.Length > 0)
            Console.WriteLine("If the differences are meant, \"benchmarks/budget --update\" renews the budget.");

        Console.WriteLine($"{paths.Length - failed} passed, {failed + gone.Length} failed");
        return failed + gone.Length == 0 ? 0 : 1;
    }

    // One process on each processor; the results are in the order of the paths.
    private Task<PathResult>[] Start(HotPath[] paths)
    {
        var free = new SemaphoreSlim(Environment.ProcessorCount);
        return [.. paths.Select(path => Task.Run(() =>
        {
            free.Wait();
            try
            {
                double instructions = _budget.Paths.GetValueOrDefault(path.Name)?.Instructions ?? 0;
                return PathRun.Run(path.Name, (int)Math.Ceiling(instructions * options.Seed / 100));
            }
            finally
            {
                free.Release();
            }
        }))];
    }

    private void Renew(Dictionary<string, PathResult> results)
    {
        // Paths that were not selected keep their budget.
        var renewed = new BudgetFile(_runtime, Processor.Name, []);
        foreach (HotPath path in HotPath.All)
        {
            if ((results.GetValueOrDefault(path.Name) ?? _budget.Paths.GetValueOrDefault(path.Name)) is { } result)
                renewed.Paths.Add(path.Name, result);
        }

        renewed.Write(options.File);
        Console.WriteLine($"Wrote {options.File}.");
    }
}
