using BenchmarkDotNet.Reports;

namespace Pooling.Benchmarks;

/// <summary>The entry point of all benchmark projects: the smoke run, the ratio run, or BenchmarkDotNet.</summary>
internal static class BenchmarkEntry
{
    private const string Usage = """
        --smoke [filter ...]     runs every benchmark three times in this process and compares their outputs
        --ratios [filter ...]    compares every benchmark with its baseline, in interleaved rounds
            --rounds <n>         the number of rounds, 15 by default
            --batch <ms>         how long a method runs in each round, 25 ms by default
            --rough              shorter warm-ups and batches, for a first impression
            --json <file>        also writes the figures to a file, after each group
            --resume             goes on where a run that wrote this file stopped, if it is like this one
            --processes <n>      measures each group in n processes, one after the other, and merges their rounds
            --headline           measures only the groups of rows in the table of docs/README.md
            --settings           measures also without PGO, with other sizes of generation 0, and with server GC
            --group <title>      measures one group, and prints its figures as JSON
        --markdown <page> <file ...>  writes the page of figures from the files of --json
        anything else            is passed to BenchmarkDotNet, for example --filter '*' or --list flat
        A filter is a pattern of Namespace.Class.Method, for example '*LeasePool*'.
        """;

    // Options that BenchmarkDotNet answers without running anything.
    private static readonly string[] s_questions = ["--help", "-h", "--list", "--info", "--version"];

    private static int Main(string[] args) => Run(args, typeof(BenchmarkEntry).Assembly);

    /// <returns>0 if all benchmarks succeeded, 1 if one failed, 2 if the arguments are wrong.</returns>
    private static int Run(string[] args, Assembly assembly)
    {
        switch (args)
        {
            case []:
                Console.Error.WriteLine(Usage);
                return 2;

            case ["--smoke", .. string[] filters]:
                return filters.FirstOrDefault(filter => filter.StartsWith('-')) is { } wrong
                    ? Refuse($"Unknown option of --smoke: '{wrong}'.")
                    : SmokeRunner.Run(assembly, filters);

            case ["--ratios", .. string[] rest]:
                return RatioOptions.TryParse(rest, out RatioOptions options, out string? error)
                    ? RatioRunner.Run(assembly, options)
                    : Refuse(error);

            case ["--markdown", string page, .. string[] files]:
                return MarkdownReport.Write(page, files);

            default:
                return RunBenchmarkDotNet(args, assembly);
        }
    }

    private static int RunBenchmarkDotNet(string[] args, Assembly assembly)
    {
        if (args.Any(argument => argument is "--help" or "-h"))
            Console.WriteLine(Usage);

        Summary[] summaries = [.. BenchmarkSwitcher.FromAssembly(assembly).Run(args, BenchmarkConfig.Instance)];
        if (summaries.Length == 0)
            return args.Any(s_questions.Contains) ? 0 : 1; // nothing matched

        return summaries.Any(summary => summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success)) ? 1 : 0;
    }

    private static int Refuse(string error)
    {
        Console.Error.WriteLine(error);
        Console.Error.WriteLine(Usage);
        return 2;
    }
}
