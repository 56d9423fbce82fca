using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The option <c>pooling.analyze_exception_paths</c> of .editorconfig: a lease must end in a <c>finally</c>
/// block, or by <c>using</c>.</summary>
internal static class ExceptionPaths
{
    private const string Option = "pooling.analyze_exception_paths";
    private const int MaxLevels = 256;

    internal static bool IsAskedFor(AnalyzerConfigOptions options) =>
        options.TryGetValue(Option, out string? value) && bool.TryParse(value, out bool isOn) && isOn;

    /// <summary>Whether an operation runs when an exception is thrown: in a <c>catch</c> or <c>finally</c>
    /// block.</summary>
    internal static bool Runs(IOperation operation)
    {
        IOperation? each = operation;
        for (int i = 0; i < MaxLevels && each is not null; i++, each = each.Parent)
        {
            if (each is ICatchClauseOperation || each.Parent is ITryOperation attempt
                && ReferenceEquals(attempt.Finally, each))
            {
                return true;
            }
        }

        return false;
    }
}
