using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Reports problems that prevent the generator from writing a class with <c>[PooledEncodeable]</c>, and what
/// makes its reset expensive.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class PooledEncodeableAnalyzer : DiagnosticAnalyzer
{
    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(
        EncodeableDiagnostics.NotPartial,
        EncodeableDiagnostics.NotAClass,
        EncodeableDiagnostics.NoParameterlessConstructor,
        EncodeableDiagnostics.ReadOnlyMember,
        EncodeableDiagnostics.HandWrittenMember,
        EncodeableDiagnostics.NestedCycle,
        EncodeableDiagnostics.BaseClass,
        EncodeableDiagnostics.ConstructorCode,
        EncodeableDiagnostics.HiddenStorage,
        EncodeableDiagnostics.InitialExpression,
        EncodeableDiagnostics.LanguageVersion,
        EncodeableDiagnostics.ResetAllocates,
        EncodeableDiagnostics.KeepsNothing,
        EncodeableDiagnostics.NoCount,
        EncodeableDiagnostics.NotRentable,
        EncodeableDiagnostics.RentsNothing,
        EncodeableDiagnostics.TakenName,
        EncodeableDiagnostics.LostItems);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(
            GeneratedCodeAnalysisFlags.Analyze | GeneratedCodeAnalysisFlags.ReportDiagnostics);
        context.EnableConcurrentExecution();
        context.RegisterSymbolAction(AnalyzeType, SymbolKind.NamedType);
    }

    [SuppressMessage("MicrosoftCodeAnalysisCorrectness", "RS1030",
        Justification = "Initializers of one class can be in several files, and only few classes have the attribute.")]
    private static void AnalyzeType(SymbolAnalysisContext context)
    {
        INamedTypeSymbol type = (INamedTypeSymbol)context.Symbol;
        if (EncodeableNames.FindAttribute(type) is null)
        {
            foreach (ISymbol member in CountedArray.FindIn(type))
            {
                context.ReportDiagnostic(Diagnostic.Create(EncodeableDiagnostics.RentsNothing,
                    member.Locations.FirstOrDefault() ?? Location.None, member.Name,
                    $", or mark '{type.Name}' with [PooledEncodeable]: nothing is generated for '{type.Name}'"));
            }

            return;
        }

        EncodeableParser.Parse(type, context.Compilation, tree => context.Compilation.GetSemanticModel(tree),
            out IReadOnlyList<Diagnostic> diagnostics, context.CancellationToken);
        foreach (Diagnostic diagnostic in diagnostics)
            context.ReportDiagnostic(diagnostic);
    }
}
