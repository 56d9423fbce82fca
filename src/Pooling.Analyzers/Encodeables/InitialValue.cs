using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Pooling.Analyzers.Encodeables;

/// <summary>The value that a member has in a new object, as far as it can be told.</summary>
/// <param name="Content">What its expression makes.</param>
internal sealed record InitialValue(InitialContent Content)
{
    internal static InitialValue Default { get; } = new(InitialContent.Default) { Text = "default!" };

    /// <summary>The expression as it is written everywhere; <see langword="null"/> if it must be copied with its surroundings.</summary>
    internal string? Text { get; init; }

    /// <summary>The expression to copy, if it must be.</summary>
    internal ExpressionSyntax? Source { get; init; }

    /// <summary>Why the expression cannot be written in generated code, if it cannot.</summary>
    internal string? Problem { get; init; }

    /// <summary>The type of the object that it makes, if it is always the same.</summary>
    internal ITypeSymbol? Type { get; init; }

    /// <summary>The room that a new collection is given, if that is written.</summary>
    internal int Capacity { get; init; }
}

/// <summary>What an initialiser makes.</summary>
internal enum InitialContent
{
    /// <summary>Zero or <see langword="null"/>.</summary>
    Default,

    /// <summary>A value that exists already, or that nobody can tell from one that does.</summary>
    Value,

    /// <summary>An array or a sequence without items, which never changes.</summary>
    Nothing,

    /// <summary>A collection without items, which may get some.</summary>
    EmptyCollection,

    /// <summary>An array whose items are zero or <see langword="null"/>.</summary>
    BlankArray,

    /// <summary>A new object.</summary>
    NewObject,
}
