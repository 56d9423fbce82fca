using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Text;

/// <summary>Tells the parts of a declaration apart, each of which may have attributes: the compiler shows each part to a
/// generator.</summary>
internal static class AttributePlace
{
    /// <summary>Whether an attribute stands on a part.</summary>
    internal static bool IsFirst(AttributeData? first, SyntaxNode part) =>
        first?.ApplicationSyntaxReference is not { } place || (place.SyntaxTree == part.SyntaxTree && part.Span.Contains(place.Span));
}
