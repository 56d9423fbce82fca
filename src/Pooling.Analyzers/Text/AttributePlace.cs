using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Text;

/// <summary>Distinguishes the parts of a partial declaration, each of which can have attributes: the compiler passes
/// each part to a generator.</summary>
internal static class AttributePlace
{
    /// <summary>Whether an attribute is on a part.</summary>
    internal static bool IsFirst(AttributeData? first, SyntaxNode part) =>
        first?.ApplicationSyntaxReference is not { } place
            || (place.SyntaxTree == part.SyntaxTree && part.Span.Contains(place.Span));
}
