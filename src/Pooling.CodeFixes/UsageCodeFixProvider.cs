using System.Collections.Immutable;
using System.Composition;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeActions;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;

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
    public override FixAllProvider GetFixAllProvider() => WellKnownFixAllProviders.BatchFixer;

    /// <inheritdoc/>
    public override async Task RegisterCodeFixesAsync(CodeFixContext context)
    {
        if (await context.Document.GetSyntaxRootAsync(context.CancellationToken).ConfigureAwait(false) is not { } root
            || await context.Document.GetSemanticModelAsync(context.CancellationToken).ConfigureAwait(false) is not { } model)
        {
            return;
        }

        foreach (Diagnostic diagnostic in context.Diagnostics)
        {
            if (!diagnostic.Properties.TryGetValue("Fix", out string? fix) || fix is null
                || root.FindNode(diagnostic.Location.SourceSpan, getInnermostNodeForTie: true) is not ExpressionSyntax place)
            {
                continue;
            }

            UsageEdit edit = new(root, model, place, diagnostic.Id == "POOL009");
            (string title, SyntaxNode? changed) = edit.Apply(fix);
            if (changed is not null)
            {
                Task<Document> ApplyAsync(CancellationToken _) => Task.FromResult(context.Document.WithSyntaxRoot(changed));
                context.RegisterCodeFix(CodeAction.Create(title, ApplyAsync, equivalenceKey: fix), diagnostic);
            }
        }
    }
}
