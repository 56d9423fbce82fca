using System.Diagnostics.CodeAnalysis;
using System.Globalization;

namespace Pooling.Budget;

/// <summary>The options of the command line.</summary>
internal sealed record BudgetOptions
{
    internal string File { get; private init; } = "benchmarks/budget.json";

    internal bool IsUpdate { get; private init; }

    /// <summary>Gets the percentage of instructions that is added to each path.</summary>
    internal int Seed { get; private init; }

    /// <summary>Gets the parts of the names of paths; none for all paths.</summary>
    internal IReadOnlyList<string> Names { get; private init; } = [];

    internal static bool TryParse(string[] args, [NotNullWhen(true)] out BudgetOptions? options)
    {
        options = new BudgetOptions();
        for (int i = 0; i < args.Length; i++)
        {
            switch (args[i])
            {
                case "--update":
                    options = options with { IsUpdate = true };
                    break;

                case "--file" when i + 1 < args.Length:
                    options = options with { File = args[++i] };
                    break;

                case "--seed" when i + 1 < args.Length && int.TryParse(args[i + 1], CultureInfo.InvariantCulture, out int percent):
                    options = options with { Seed = percent };
                    i++;
                    break;

                case var name when !name.StartsWith('-') && HotPath.All.Any(path => path.Name.Contains(name, StringComparison.Ordinal)):
                    options = options with { Names = [.. options.Names, name] };
                    break;

                default:
                    options = null;
                    return false;
            }
        }

        return true;
    }

    internal bool Selects(string name) => Names.Count == 0 || Names.Any(part => name.Contains(part, StringComparison.Ordinal));
}
