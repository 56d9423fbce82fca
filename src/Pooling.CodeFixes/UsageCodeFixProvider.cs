using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Pooling.Analyzers.Usage;

namespace Pooling.CodeFixes;

/// <summary>Fixes the messages about the use of leases: each of them names its fix.</summary>
[ExportCodeFixProvider(LanguageNames.CSharp, Name = nameof(UsageCodeFixProvider))]
[Shared]
public sealed class UsageCodeFixProvider : CodeFixProvider
{
    /// <inheritdoc/>
    public override ImmutableArray<string> FixableDiagnosticIds { get; } =
        ImmutableArray.Create("POOL001", "POOL002", "POOL003", "POOL004", "POOL005", "POOL006", "POOL009");

    /// <inheritdoc/>
    public override FixAllProvider GetFixAllProvider() => UsageFixAllProvider.Instance;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        if (await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is not { } root
            || await context.Document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false)
                is not { } model)
        {
            return;
        }

        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            if (FindPlace(root, diagnostic) is not var (place, fix))
                continue;

            (string title, SyntaxNode? changed) = Apply(root, model, place, diagnostic, fix);
            if (changed is not null)
            {
                Task<Document> ApplyAsync(CancellationToken _) =>
                    Task.FromResult(context.Document.WithSyntaxRoot(changed));
                context.RegisterCodeFix(CodeAction.Create(title, ApplyAsync, equivalenceKey: KeyOf(fix)), diagnostic);
            }
        }
    }

    /// <summary>Returns the expression that a message marks, and the name of its fix; <see langword="null"/> if it has
    /// none.</summary>
    internal static (ExpressionSyntax Place, string Fix)? FindPlace(SyntaxNode root, Diagnostic diagnostic) =>
        diagnostic.Properties.TryGetValue("Fix", out string? fix) && fix is not null
        && root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true) is ExpressionSyntax place
            ? (place, fix)
            : null;

    /// <summary>Returns the key of the fixes that are applied together: all ways to dispose a lease with <c>using</c>
    /// are one.</summary>
    internal static string KeyOf(string fix) =>
        fix is UsageFixes.Keep or UsageFixes.Join or UsageFixes.Split ? UsageFixes.Using : fix;

    internal static (string Title, SyntaxNode? Root) Apply(
        SyntaxNode root, SemanticModel model, ExpressionSyntax place, Diagnostic diagnostic, string fix) =>
        new UsageEdit(root, model, place, diagnostic.Id == "POOL009").Apply(fix);
}
