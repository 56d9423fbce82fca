using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Pooling.Analyzers.Dispatch;

/// <summary>Reports problems that prevent the generator from writing the dispatcher of a class with
/// <c>[OpcodeHandler]</c> methods.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class OpcodeHandlerAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(
        DispatchDiagnostics.NotPartial,
        DispatchDiagnostics.Signature,
        DispatchDiagnostics.Duplicate,
        DispatchDiagnostics.Unreachable,
        DispatchDiagnostics.NoParser,
        DispatchDiagnostics.NoWayToMake,
        DispatchDiagnostics.TakenName,
        DispatchDiagnostics.NoOpcode,
        DispatchDiagnostics.NoStates);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(
            GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
        context.EnableConcurrentExecution();
        context.RegisterSymbolAction(AnalyzeType, SymbolKind.NamedType);
    }

    private static void AnalyzeType(SymbolAnalysisContext context)
    {
        INamedTypeSymbol type = (INamedTypeSymbol)context.Symbol;
        if (!DispatchParser.MethodsOf(type).Any())
            return;

        DispatchParser.Parse(
            type, context.Compilation, out IReadOnlyList<Diagnostic> diagnostics, context.CancellationToken);
        foreach (Diagnostic diagnostic in diagnostics)
            context.ReportDiagnostic(diagnostic);
    }
}
