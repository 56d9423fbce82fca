using System.Globalization;

namespace Pooling.Budget;

/// <summary>The program that measures the cost of the library's hot paths.</summary>
internal static class BudgetProgram
{
    private const string Usage = """
        [path ...]           compares what hot paths cost with the budget; a part of a name selects paths
            --update         writes what they cost into the budget
            --file <file>    another budget than benchmarks/budget.json
            --seed <n>       adds about n percent of instructions to each path, to see that the comparison fails
        """;

    /// <returns>0 if everything is within the budget, 1 if not, and 2 if the arguments are wrong.</returns>
    private static int Main(string[] args)
    {
        if (!InstructionCounter.IsSupported)
        {
            Console.WriteLine("Skipped: instructions are counted by the trap flag of x64 processors, through signals of Linux.");
            return 0;
        }

        if (args is ["--path", string name, string extra, string file])
        {
            PathProcess.Run(HotPath.All.Single(path => path.Name == name), int.Parse(extra, CultureInfo.InvariantCulture), file);
            return 0;
        }

        if (!BudgetOptions.TryParse(args, out BudgetOptions? options))
        {
            Console.Error.WriteLine(Usage);
            return 2;
        }

        return new BudgetRun(options).Run();
    }
}
