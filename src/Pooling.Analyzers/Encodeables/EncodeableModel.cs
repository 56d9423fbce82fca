using Pooling.Analyzers.Model;

namespace Pooling.Analyzers.Encodeables;

/// <summary>All that the code of one class is written from. Equal models give equal code, and no symbol is kept alive.</summary>
/// <param name="HintName">What the names of the generated files are chosen from.</param>
/// <param name="Namespace">The namespace; empty for the global one.</param>
/// <param name="Headers">The declarations around and of the class, outermost first: <c>partial class Outer</c>.</param>
/// <param name="Type">The class as it is written elsewhere, with the parameters of its own.</param>
/// <param name="IsAbstract">Whether there are no objects of exactly this class.</param>
/// <param name="IsSealed">Whether nothing derives from it.</param>
/// <param name="Base">What the class derives from.</param>
/// <param name="HasNested">Whether objects of the class may own pooled objects or arrays.</param>
/// <param name="Pool">The settings of the activator, as its arguments.</param>
/// <param name="Creation">The expression that makes a new object.</param>
/// <param name="InitAccess">How init-only members are set again.</param>
/// <param name="RetainedCapacity">The most room that a kept collection may have.</param>
/// <param name="UsesTemplate">Whether values are taken from a new object that nobody uses.</param>
/// <param name="Members">What is reset, in the order of its declaration.</param>
/// <param name="Initials">The copied initialisers, by the file they stand in.</param>
/// <param name="IsObsolete">Whether the code uses what only obsolete code may use.</param>
internal sealed record EncodeableModel(
    string HintName,
    string Namespace,
    EquatableArray<string> Headers,
    string Type,
    bool IsAbstract,
    bool IsSealed,
    BaseKind Base,
    bool HasNested,
    string Pool,
    string Creation,
    InitAccess InitAccess,
    int RetainedCapacity,
    bool UsesTemplate,
    EquatableArray<MemberModel> Members,
    EquatableArray<InitialsModel> Initials,
    bool IsObsolete);

/// <summary>What a pooled encodeable derives from.</summary>
internal enum BaseKind
{
    /// <summary>Nothing that has state.</summary>
    None,

    /// <summary>A pooled encodeable without an activator.</summary>
    Abstract,

    /// <summary>A pooled encodeable with an activator, which the derived class hides.</summary>
    Concrete,
}

/// <summary>How generated code calls an init accessor on an object that exists.</summary>
internal enum InitAccess
{
    /// <summary>It need not.</summary>
    None,

    /// <summary>Through an unsafe accessor, which the runtime binds.</summary>
    Accessor,

    /// <summary>Through a delegate, made once.</summary>
    Delegate,
}

/// <summary>Copied initialisers of one file.</summary>
/// <param name="Opening">What stands before the class: the usings of the file and its namespaces.</param>
/// <param name="Depth">How many of the lines opened a block.</param>
/// <param name="Methods">A static method for each initialiser.</param>
internal sealed record InitialsModel(EquatableArray<string> Opening, int Depth, EquatableArray<string> Methods);
