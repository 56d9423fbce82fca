using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>POOL003: nothing reads whether a queue accepted a lease, so that nobody ends one that it refused.</summary>
internal static class IgnoredEnqueueRule
{
    internal static readonly string[] Names = ["TryEnqueue", "TryWrite"];

    internal static void Check(UsageReport report)
    {
        foreach (MethodBody.Node node in report.Body.Calls)
        {
            if (node.Operation is IInvocationOperation { Arguments: [var item] } call
                && IsTryEnqueue(report.Library, call.TargetMethod)
                && report.Library.IsHandle(item.Value.Type) && Places.IsIgnored(call))
            {
                report.Add(UsageDiagnostics.LostOwner, call.Syntax, null, call.TargetMethod.Name,
                    "if it is false, the item must be disposed here");
            }
        }
    }

    private static bool IsTryEnqueue(LibrarySymbols library, IMethodSymbol method) => method.Name switch
    {
        "TryEnqueue" => library.IsOurs(method),
        "TryWrite" => method.ContainingType is { Name: "ChannelWriter", ContainingNamespace.Name: "Channels" },
        _ => false,
    };
}
