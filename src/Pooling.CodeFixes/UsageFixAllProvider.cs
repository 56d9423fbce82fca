using System.Collections.Immutable;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CodeFixes;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.CodeFixes;

/// <summary>Fixes all messages of a file one after the other, each in the text that the last fix left: two fixes in one
/// block need two names for their variables, and may change the same statement.</summary>
internal sealed class UsageFixAllProvider : DocumentBasedFixAllProvider
{
    internal static readonly UsageFixAllProvider Instance = new();

    protected override async Task<Document?> FixAllAsync(
        FixAllContext fixAllContext, Document document, ImmutableArray<Diagnostic> diagnostics)
    {
        CancellationToken cancellation = fixAllContext.CancellationToken;
        if (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false) is not { } root)
            return document;

        List<(SyntaxAnnotation Mark, Diagnostic Diagnostic, string Fix)> places = [];
        Dictionary<SyntaxNode, SyntaxAnnotation> marks = [];
        foreach (Diagnostic diagnostic in diagnostics.OrderBy(static each => each.Location.SourceSpan.Start))
        {
            // A tool asks for all fixes of a message, without a key, if it has not found one for the first place.
            if (UsageCodeFixProvider.FindPlace(root, diagnostic) is not var (place, fix) || marks.ContainsKey(place)
                || (fixAllContext.CodeActionEquivalenceKey is { } key && key != UsageCodeFixProvider.KeyOf(fix)))
            {
                continue;
            }

            marks.Add(place, new SyntaxAnnotation());
            places.Add((marks[place], diagnostic, fix));
        }

        document = document.WithSyntaxRoot(
            root.ReplaceNodes(marks.Keys, (original, changed) => changed.WithAdditionalAnnotations(marks[original])));
        foreach ((SyntaxAnnotation mark, Diagnostic diagnostic, string fix) in places)
        {
            if (await document.GetSyntaxRootAsync(cancellation).ConfigureAwait(false) is { } current
                && current.GetAnnotatedNodes(mark).FirstOrDefault() is ExpressionSyntax place
                && await document.GetSemanticModelAsync(cancellation).ConfigureAwait(false) is { } model
                && UsageCodeFixProvider.Apply(current, model, place, diagnostic, fix).Root is { } changed)
            {
                document = document.WithSyntaxRoot(changed);
            }
        }

        return document;
    }
}
