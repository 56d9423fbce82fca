using Microsoft.CodeAnalysis;
using Pooling.Analyzers.Text;

namespace Pooling.Analyzers.Encodeables;

/// <summary>POOL1xx: problems that prevent the generator from writing the reset of a pooled encodeable, or that make
/// the reset more expensive than necessary. docs/compiler-messages.md has a section for each.</summary>
internal static class EncodeableDiagnostics
{
    internal static readonly DiagnosticDescriptor NotPartial = CompilerMessage.Create(
        "POOL101",
        "A pooled encodeable must be partial",
        "Add 'partial' to '{0}': the generator adds members to '{1}'");

    internal static readonly DiagnosticDescriptor NotAClass = CompilerMessage.Create(
        "POOL102",
        "Only a class can be a pooled encodeable",
        "Make '{0}' a class that is not a record, not static and not file-local, or remove [PooledEncodeable]: {1}");

    internal static readonly DiagnosticDescriptor NoParameterlessConstructor = CompilerMessage.Create(
        "POOL103",
        "A pooled encodeable needs a parameterless constructor",
        "Give '{0}' a parameterless constructor (it can be private) and no primary constructor with parameters: "
            + "the pool creates objects without arguments");

    internal static readonly DiagnosticDescriptor ReadOnlyMember = CompilerMessage.Create(
        "POOL104",
        "A read-only member cannot be reset",
        "Make '{0}' settable, or mark it with [KeepOnReset]: it is read-only, and the generator cannot restore "
            + "the content that it has in a new '{1}'");

    internal static readonly DiagnosticDescriptor HandWrittenMember = CompilerMessage.Create(
        "POOL105",
        "A generated member is also written by hand",
        "Remove '{0}' from '{1}', or {2}");

    internal static readonly DiagnosticDescriptor NestedCycle = CompilerMessage.Create(
        "POOL106",
        "Pooled encodeables form a cycle",
        "Break the cycle {0}: make '{1}' an EncodeableList<T>, which can hold objects of its own class, "
        + "or mark it with [KeepOnReset] and return its value yourself; a reset of nested objects must terminate");

    internal static readonly DiagnosticDescriptor BaseClass = CompilerMessage.Create(
        "POOL107",
        "The base class of a pooled encodeable cannot be reset",
        "Mark the base class '{0}' with [PooledEncodeable] (it can be abstract){2}: "
        + "'{1}' cannot reset members that it does not declare");

    internal static readonly DiagnosticDescriptor ConstructorCode = CompilerMessage.Create(
        "POOL108",
        "A constructor sets a value that a reset cannot reproduce",
        "Give '{0}' an initializer instead of setting it in the constructor, or mark it with [KeepOnReset]: "
            + "the generator cannot reproduce its value");

    internal static readonly DiagnosticDescriptor HiddenStorage = CompilerMessage.Create(
        "POOL109",
        "A reset cannot access the storage of a property",
        "Give '{0}' an explicit field, or mark it with [KeepOnReset]: {1}");

    internal static readonly DiagnosticDescriptor InitialExpression = CompilerMessage.Create(
        "POOL110",
        "An initializer cannot be copied to generated code",
        "Set '{0}' from a static member of '{1}' instead, or mark it with [KeepOnReset]: {2}");

    internal static readonly DiagnosticDescriptor LanguageVersion = CompilerMessage.Create(
        "POOL111",
        "The language version is too old for the generator",
        "Set LangVersion to 9.0 or newer: the code generated for '{0}' requires it");

    internal static readonly DiagnosticDescriptor ResetAllocates = CompilerMessage.Create(
        "POOL112",
        "A reset allocates",
        "Each reset creates a new '{1}' for '{0}': make '{1}' a pooled encodeable, "
        + "or mark '{0}' with [KeepOnReset] and reset it yourself",
        DiagnosticSeverity.Info);

    internal static readonly DiagnosticDescriptor KeepsNothing = CompilerMessage.Create(
        "POOL113",
        "[KeepOnReset] keeps nothing",
        "Remove [KeepOnReset] from '{0}': {1}",
        DiagnosticSeverity.Warning);

    internal static readonly DiagnosticDescriptor NoCount = CompilerMessage.Create(
        "POOL114",
        "A rented array has no count",
        "Give '{0}' the name of a settable int member of '{1}', as in [RentedArray(nameof(Count))]: {2}");

    internal static readonly DiagnosticDescriptor NotRentable = CompilerMessage.Create(
        "POOL115",
        "A member cannot hold a rented array",
        "Make '{0}' {1}, or remove [RentedArray]");

    internal static readonly DiagnosticDescriptor RentsNothing = CompilerMessage.Create(
        "POOL116",
        "[RentedArray] rents nothing",
        "Remove [RentedArray] from '{0}'{1}",
        DiagnosticSeverity.Warning);

    internal static readonly DiagnosticDescriptor TakenName = CompilerMessage.Create(
        "POOL117",
        "Generated code needs a name that is already used",
        "Give '{0}' another name: {1}");

    internal static readonly DiagnosticDescriptor LostItems = CompilerMessage.Create(
        "POOL118",
        "A member would lose pooled objects",
        "Make '{0}' {1}");
}
