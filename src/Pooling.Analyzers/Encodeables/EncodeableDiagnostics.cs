using Microsoft.CodeAnalysis;

namespace Pooling.Analyzers.Encodeables;

/// <summary>POOL1xx: what keeps the generator from writing the reset of a pooled encodeable, or makes that reset dearer than it need be.
/// docs/diagnostics.md has a section for each.</summary>
internal static class EncodeableDiagnostics
{
    internal static readonly DiagnosticDescriptor NotPartial = Error(
        "POOL101",
        "A pooled encodeable must be partial",
        "Add 'partial' to '{0}': the generator adds members to '{1}'");

    internal static readonly DiagnosticDescriptor NotAClass = Error(
        "POOL102",
        "Only a class can be a pooled encodeable",
        "Make '{0}' a class that is no record, not static and not file-local, or remove [PooledEncodeable]: {1}");

    internal static readonly DiagnosticDescriptor NoParameterlessConstructor = Error(
        "POOL103",
        "A pooled encodeable needs a constructor without parameters",
        "Give '{0}' a constructor without parameters (it may be private) and no primary constructor with parameters: "
            + "the pool creates objects before it knows what they will hold");

    internal static readonly DiagnosticDescriptor ReadOnlyMember = Error(
        "POOL104",
        "A read-only member cannot be reset",
        "Make '{0}' settable, or mark it [KeepOnReset]: it is read-only, and the generator cannot bring back the "
            + "content that a new '{1}' has");

    internal static readonly DiagnosticDescriptor HandWrittenMember = Error(
        "POOL105",
        "A member that the generator writes is written by hand, too",
        "Remove '{0}' from '{1}', or remove [PooledEncodeable] and write all of IPooledEncodeable by hand");

    internal static readonly DiagnosticDescriptor NestedCycle = Error(
        "POOL106",
        "Pooled encodeables are nested in a circle",
        "Break the circle {0}: mark '{1}' [KeepOnReset] and return what it holds yourself, or make its type one that is not pooled; "
            + "a reset of nested objects must come to an end");

    internal static readonly DiagnosticDescriptor BaseClass = Error(
        "POOL107",
        "The base class of a pooled encodeable cannot be reset",
        "Mark the base class '{0}' [PooledEncodeable], too (it may be abstract): '{1}' cannot reset what it does not declare");

    internal static readonly DiagnosticDescriptor ConstructorCode = Error(
        "POOL108",
        "A constructor sets a member to what a reset cannot repeat",
        "Give '{0}' an initialiser instead of setting it in the constructor, or mark it [KeepOnReset]: "
            + "the generator cannot tell how to make its value anew");

    internal static readonly DiagnosticDescriptor HiddenStorage = Error(
        "POOL109",
        "A property hides its storage from the reset",
        "Give '{0}' a field of its own, or mark it [KeepOnReset]: {1}");

    internal static readonly DiagnosticDescriptor InitialExpression = Error(
        "POOL110",
        "An initialiser cannot be repeated in generated code",
        "Set '{0}' from a static member of '{1}' instead, or mark it [KeepOnReset]: {2}");

    internal static readonly DiagnosticDescriptor LanguageVersion = Error(
        "POOL111",
        "The language version is too old for the generator",
        "Set LangVersion to 9.0 or newer: the code that is generated for '{0}' needs it");

    internal static readonly DiagnosticDescriptor ResetAllocates = new(
        "POOL112",
        "A reset allocates",
        "Each reset makes a new '{1}' for '{0}': make '{1}' a pooled encodeable, or mark '{0}' [KeepOnReset] and reset it yourself",
        Category,
        DiagnosticSeverity.Info,
        isEnabledByDefault: true);

    internal static readonly DiagnosticDescriptor KeepsNothing = new(
        "POOL113",
        "[KeepOnReset] keeps nothing",
        "Remove [KeepOnReset] from '{0}': {1}",
        Category,
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true);

    internal static readonly DiagnosticDescriptor NoCount = Error(
        "POOL114",
        "A pooled array has no count",
        "Give '{0}' the name of an int of '{1}' that can be set, as in [RentedArray(nameof(Count))]: {2}");

    internal static readonly DiagnosticDescriptor NotRentable = Error(
        "POOL115",
        "A member cannot hold a rented array",
        "Make '{0}' {1}, or remove [RentedArray]");

    internal static readonly DiagnosticDescriptor RentsNothing = new(
        "POOL116",
        "[RentedArray] rents nothing",
        "Remove [RentedArray] from '{0}'{1}",
        Category,
        DiagnosticSeverity.Warning,
        isEnabledByDefault: true);

    internal static readonly DiagnosticDescriptor TakenName = Error(
        "POOL117",
        "A name is taken that generated code needs",
        "Give '{0}' another name: {1}");

    internal static readonly DiagnosticDescriptor ListNotFixed = Error(
        "POOL118",
        "A list of parts can be replaced",
        "Make '{0}' {1}: parts stay with the object only in a list that does");

    private const string Category = "Pooling";

    private static DiagnosticDescriptor Error(string id, string title, string message) =>
        new(id, title, message, Category, DiagnosticSeverity.Error, isEnabledByDefault: true);
}
