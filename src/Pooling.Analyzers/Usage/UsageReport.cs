using System.Collections.Immutable;
using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Usage;

/// <summary>A method that rules check, and the place for what they find. Reports one diagnostic for each
/// place.</summary>
internal sealed class UsageReport(
    MethodBody body, LibrarySymbols library, Action<Diagnostic> report, bool hasExceptionPaths)
{
    /// <summary>The name of the property of a diagnostic that chooses a fix.</summary>
    internal const string Fix = nameof(Fix);

    private readonly HashSet<(int Start, string Id)> _reported = [];

    /// <summary>Gets the references to collections that do more than add or count, by their variables.</summary>
    internal Dictionary<LocalUse, List<LocalUse.Reference>> CollectionUses { get; } = [];

    /// <summary>Gets or sets the content that leaves the method, which is found when a fix asks for it.</summary>
    internal LeavingContent? Leaving { get; set; }

    internal MethodBody Body { get; } = body;

    internal LibrarySymbols Library { get; } = library;

    /// <summary>Gets a value indicating whether a lease must end when an exception is thrown, too.</summary>
    internal bool HasExceptionPaths { get; } = hasExceptionPaths;

    internal void Add(DiagnosticDescriptor descriptor, SyntaxNode place, string? fix, params object[] arguments)
    {
        if (!_reported.Add((place.SpanStart, descriptor.Id)))
            return;

        ImmutableDictionary<string, string?> properties = fix is null
            ? ImmutableDictionary<string, string?>.Empty
            : ImmutableDictionary<string, string?>.Empty.Add(Fix, fix);
        report(Diagnostic.Create(descriptor, place.GetLocation(), properties, arguments));
    }

    /// <summary>Reports a lease that nothing disposes.</summary>
    internal void AddLost(Rental rental, SyntaxNode place, string? fix, string name, string? advice = null)
    {
        bool isAsync = rental == Rental.AsyncLease;
        Add(isAsync ? UsageDiagnostics.LostAsyncLease : UsageDiagnostics.LostLease, place, fix, name,
            advice ?? $"hold it in a variable declared with '{(isAsync ? "await using" : "using")}'");
    }

    /// <summary>Reports content of a lease that is used, or kept, when the lease has ended.</summary>
    internal void AddEnded(SyntaxNode place, string? fix, string name, string advice) =>
        Add(UsageDiagnostics.EndedLease, place, fix, name, "its lease ends", advice);

    /// <summary>Returns the name of a call for a message.</summary>
    internal static string NameOf(IOperation operation) => operation switch
    {
        Microsoft.CodeAnalysis.Operations.IInvocationOperation call => call.TargetMethod.Name,
        { Type: { } type } => type.Name,
        _ => operation.Syntax.ToString(),
    };
}
