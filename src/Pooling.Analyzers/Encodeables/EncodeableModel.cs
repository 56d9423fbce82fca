using Pooling.Analyzers.Model;

namespace Pooling.Analyzers.Encodeables;

/// <summary>Everything that the code of one class is generated from. Equal models result in equal code, and no symbol
/// is kept alive.</summary>
/// <param name="HintName">The base of the generated files' names.</param>
/// <param name="Namespace">The namespace; empty for the global one.</param>
/// <param name="Headers">The declarations around and of the class, outermost first: <c>partial class Outer</c>.</param>
/// <param name="Type">The class as it is written elsewhere, with its type parameters.</param>
/// <param name="IsAbstract">Whether there are no objects of exactly this class.</param>
/// <param name="IsSealed">Whether no class derives from it.</param>
/// <param name="Base">The base class.</param>
/// <param name="ResetsBase">Whether the class resets by hand what it inherits, in <c>ResetBase</c>.</param>
/// <param name="HasNested">Whether objects of the class can own pooled objects or arrays.</param>
/// <param name="Pool">The settings of the pool, as arguments; <see langword="null"/> if the class declares its pool
/// itself.</param>
/// <param name="Creation">The expression that creates a new object.</param>
/// <param name="InitAccess">The way in which init-only members are set again.</param>
/// <param name="RetainedCapacity">The maximum capacity with which a collection is kept; 0 if it depends on its recent
/// contents.</param>
/// <param name="UsesTemplate">Whether values are copied from an unused new object.</param>
/// <param name="Members">The members to reset, in the order of their declaration.</param>
/// <param name="Initials">The copied initializers, by file.</param>
/// <param name="IsObsolete">Whether the code uses something that only obsolete code may use.</param>
internal sealed record EncodeableModel(
    string HintName,
    string Namespace,
    EquatableArray<string> Headers,
    string Type,
    bool IsAbstract,
    bool IsSealed,
    BaseKind Base,
    bool ResetsBase,
    bool HasNested,
    string? Pool,
    string Creation,
    InitAccess InitAccess,
    int RetainedCapacity,
    bool UsesTemplate,
    EquatableArray<MemberModel> Members,
    EquatableArray<InitialsModel> Initials,
    bool IsObsolete);

/// <summary>The base class of a pooled encodeable.</summary>
internal enum BaseKind
{
    /// <summary>A class without state.</summary>
    None,

    /// <summary>A pooled encodeable without a pool.</summary>
    Abstract,

    /// <summary>A pooled encodeable with a pool, which the derived class hides.</summary>
    Concrete,
}

/// <summary>The way in which generated code calls an init accessor on an existing object.</summary>
internal enum InitAccess
{
    /// <summary>Not at all.</summary>
    None,

    /// <summary>Through an unsafe accessor, which the runtime binds.</summary>
    Accessor,

    /// <summary>Through a delegate that is created once.</summary>
    Delegate,
}

/// <summary>The copied initializers of one file.</summary>
/// <param name="Opening">The lines before the class: the usings of the file and its namespaces.</param>
/// <param name="Depth">The number of lines that opened a block.</param>
/// <param name="Methods">A static method for each initializer.</param>
internal sealed record InitialsModel(EquatableArray<string> Opening, int Depth, EquatableArray<string> Methods);
