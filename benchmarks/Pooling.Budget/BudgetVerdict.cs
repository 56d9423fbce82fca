using System.Globalization;

namespace Pooling.Budget;

/// <summary>The cost of a hot path, compared with its budget.</summary>
/// <param name="IsWithin">Whether the cost is within the budget.</param>
/// <param name="Differences">The differences, with the value of the budget first.</param>
internal sealed record BudgetVerdict(bool IsWithin, IReadOnlyList<string> Differences)
{
    private const double Slack = 1.05;
    private const double Noise = 0.001; // reading the clock takes a varying number of instructions

    /// <summary>Compares a result. There may be up to 5 % more instructions, and no more methods and bytes.</summary>
    /// <param name="budget">The budget of the path; <see langword="null"/> if there is none.</param>
    /// <param name="result">The cost of the path.</param>
    /// <param name="isSameRuntime">Whether both were measured with the same version of the runtime. Another version may compile other
    /// methods, so their number has the same tolerance as the instructions.</param>
    internal static BudgetVerdict Of(PathResult? budget, PathResult result, bool isSameRuntime)
    {
        if (budget is null)
            return new(false, ["not in the budget"]);

        bool isWithin = result.Instructions <= budget.Instructions * Slack
            && result.Methods <= budget.Methods * (isSameRuntime ? 1 : Slack)
            && result.Bytes <= budget.Bytes;
        IEnumerable<string?> differences =
        [
            Difference("instructions", budget.Instructions, result.Instructions),
            Difference("methods", budget.Methods, result.Methods),
            Difference("bytes", budget.Bytes, result.Bytes),
        ];
        return new(isWithin, [.. differences.OfType<string>()]);
    }

    private static string? Difference(string what, double budget, double result) => Math.Abs(result - budget) <= budget * Noise ? null
        : string.Create(CultureInfo.InvariantCulture, $"{what} {budget} -> {result}{Percentage(budget, result)}");

    private static string Percentage(double budget, double result) =>
        budget == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" ({(result - budget) / budget:+0.0 %;-0.0 %})");
}
