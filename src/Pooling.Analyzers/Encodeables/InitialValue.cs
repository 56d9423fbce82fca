using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.Analyzers.Encodeables;

/// <summary>The value that a member has in a new object, as far as it can be determined.</summary>
/// <param name="content">The kind of object that its expression creates.</param>
internal sealed class InitialValue(InitialContent content)
{
    internal static InitialValue Default { get; } = new(InitialContent.Default) { Text = "default!" };

    internal InitialContent Content { get; } = content;

    /// <summary>The expression in a form that is valid everywhere; <see langword="null"/> if it must be copied with its
    /// context.</summary>
    internal string? Text { get; init; }

    /// <summary>The expression to copy, if it must be.</summary>
    internal ExpressionSyntax? Source { get; set; }

    /// <summary>Why the expression cannot be used in generated code, if it cannot.</summary>
    internal string? Problem { get; set; }

    /// <summary>The type of the created object, if it is always the same.</summary>
    internal ITypeSymbol? Type { get; init; }

    /// <summary>The initial capacity of a new collection, if specified.</summary>
    internal int Capacity { get; init; }

    /// <summary>Whether a new object gets no values from its expression, so that its own reset restores it.</summary>
    internal bool IsBare { get; init; }
}

/// <summary>Specifies what an initializer creates.</summary>
internal enum InitialContent
{
    /// <summary>Zero or <see langword="null"/>.</summary>
    Default,

    /// <summary>A value that already exists, or is indistinguishable from one that does.</summary>
    Value,

    /// <summary>An immutable array or sequence without items.</summary>
    Nothing,

    /// <summary>A collection without items, to which items can be added.</summary>
    EmptyCollection,

    /// <summary>An array whose items are zero or <see langword="null"/>.</summary>
    BlankArray,

    /// <summary>A new object.</summary>
    NewObject,
}
