using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Diagnostics;

namespace Pooling.Analyzers.Usage;

/// <summary>Reports leases that are lost, and leased objects that are used when their lease has ended. It reads one
/// method at a time, and stays silent about everything that leaves the method.</summary>
[DiagnosticAnalyzer(LanguageNames.CSharp)]
public sealed class UsageAnalyzer : DiagnosticAnalyzer
{
    // The rules, and the names of the members and types without which a method has nothing to report.
    private static readonly (Action<UsageReport> Check, string[] Names)[] s_rules =
    [
        (LostLeaseRule.Check, LostLeaseRule.Names),
        (ReceivedLeaseRule.Check, ReceivedLeaseRule.Names),
        (FilledArrayRule.Check, FilledArrayRule.Names),
        (PartlyLostRule.Check, LostLeaseRule.Names),
        (EndedLeaseRule.Check, LostLeaseRule.Names),
        (EndedUseRule.Check, EndedUseRule.Names),
        (CapturedLeaseRule.Check, LostLeaseRule.Names),
        (UnawaitedTaskRule.Check, LostLeaseRule.Names),
        (IgnoredEnqueueRule.Check, IgnoredEnqueueRule.Names),
        (LostItemRule.Check, ["Get"]),
        (PoolReturnRule.Check, ["Return"]),
        (ReturnedItemRule.Check, ["Return"]),
        (UnflushedPipeRule.Check, ["Rent"]),
        (JsonTargetRule.Check, ["Rent"]),
        (DisposedValueRule.Check, LostLeaseRule.Names),
        (LostReservationRule.Check, ["Reserve"]),
        (SeveralUsersRule.Check, SeveralUsersRule.Names),
    ];

    private static readonly HashSet<string> s_names = [.. s_rules.SelectMany(static each => each.Names)];

    /// <inheritdoc/>
    public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics { get; } = ImmutableArray.Create(
        UsageDiagnostics.LostLease,
        UsageDiagnostics.EndedLease,
        UsageDiagnostics.LostOwner,
        UsageDiagnostics.WrongReturn,
        UsageDiagnostics.UnflushedPipe,
        UsageDiagnostics.DisposedValue,
        UsageDiagnostics.LostReservation,
        UsageDiagnostics.SeveralUsers,
        UsageDiagnostics.LostAsyncLease);

    /// <summary>Gets the checks of all rules.</summary>
    internal static IEnumerable<Action<UsageReport>> Rules => s_rules.Select(static each => each.Check);

    /// <inheritdoc/>
    public override void Initialize(AnalysisContext context)
    {
        context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
        context.EnableConcurrentExecution();
        context.RegisterCompilationStartAction(static start =>
        {
            if (LibrarySymbols.Find(start.Compilation) is { } library)
                start.RegisterCodeBlockAction(block => Analyze(block, library));
        });
    }

    private static void Analyze(CodeBlockAnalysisContext context, LibrarySymbols library)
    {
        if (!MayRent(context.CodeBlock, library))
            return;

        List<IOperation> blocks = BlocksOf(context);
        if (blocks.Count == 0)
            return;

        AnalyzerConfigOptions options = context.Options.AnalyzerConfigOptionsProvider.GetOptions(
            context.CodeBlock.SyntaxTree);
        MethodBody body = MethodBody.Read(blocks, context.CancellationToken);
        Check(new(body, library, context.ReportDiagnostic, ExceptionPaths.IsAskedFor(options)));
    }

    /// <summary>Checks a method by all rules.</summary>
    internal static void Check(UsageReport report)
    {
        foreach ((Action<UsageReport> check, _) in s_rules)
            check(report);
    }

    /// <summary>Whether a block names a member that rents, or ends a lease and uses one. The compiler creates no
    /// operations for the others.</summary>
    private static bool MayRent(SyntaxNode block, LibrarySymbols library)
    {
        bool hasValue = false;
        bool hasDispose = false;
        foreach (SyntaxToken token in block.DescendantTokens())
        {
            if (token.IsKind(SyntaxKind.UsingKeyword))
            {
                hasDispose = true;
            }
            else if (token.IsKind(SyntaxKind.IdentifierToken))
            {
                string name = token.ValueText;
                if (s_names.Contains(name))
                    return true;

                // Not the type Span<T>, which is more frequent.
                hasValue |= token.Parent is IdentifierNameSyntax && library.IsMemberOfHandle(name);
                hasDispose |= EndedSources.IsEnd(name);
            }

            if (hasValue && hasDispose)
                return true;
        }

        return false;
    }

    private static List<IOperation> BlocksOf(CodeBlockAnalysisContext context)
    {
        List<IOperation> blocks = [];
        if (context.SemanticModel.GetOperation(context.CodeBlock, context.CancellationToken) is { } whole)
        {
            blocks.Add(whole);
            return blocks;
        }

        foreach (SyntaxNode node in context.CodeBlock.DescendantNodes(static node => !IsBody(node)))
        {
            if (IsBody(node) && context.SemanticModel.GetOperation(node, context.CancellationToken) is { } part)
                blocks.Add(part);
        }

        return blocks;
    }

    private static bool IsBody(SyntaxNode node) =>
        node is BlockSyntax or ArrowExpressionClauseSyntax or EqualsValueClauseSyntax or ConstructorInitializerSyntax;
}
