using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <summary>The value that a member has in a new object, as far as it can be told.</summary>
/// <param name="Expression">The expression that makes it in generated code; <see langword="null"/> if there is none.</param>
/// <param name="Content">What the expression makes.</param>
/// <param name="Type">The type of the object that it makes, if it is always the same.</param>
internal sealed record InitialValue(string? Expression, InitialContent Content, ITypeSymbol? Type)
{
    internal static InitialValue Default { get; } = new("default!", InitialContent.Default, null);
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
