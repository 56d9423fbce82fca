using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>Expressions for a leased object, or for memory that belongs to it.</summary>
internal static class Content
{
    private const int MaxSteps = 64;

    /// <summary>Returns the expression from which a chain of members takes a leased object or its memory, such as
    /// <c>lease</c> for <c>lease.Value.WrittenMemory</c>.</summary>
    internal static IOperation? RootOf(IOperation operation, LibrarySymbols library, out int steps)
    {
        for (steps = 0; steps < MaxSteps; steps++)
        {
            operation = Places.Strip(operation);
            IOperation? next = operation switch
            {
                IPropertyReferenceOperation { Instance: { } instance } property when IsContent(property.Property,
                    library)
                    || library.IsPart(property.Property) => instance,
                IFieldReferenceOperation { Instance: { } instance } field when library.IsPart(field.Field) => instance,
                IInvocationOperation { Instance: { } instance } call when IsContent(call.TargetMethod, library) =>
                    instance,
                IInvocationOperation { Instance: null, Arguments: [{ Value: { } first }, ..] } call
                    when call.TargetMethod.IsExtensionMethod && IsContent(call.TargetMethod, library) => first,
                _ => null,
            };
            if (next is null)
                return operation;

            operation = next;
        }

        return null;
    }

    /// <summary>Whether an expression is <c>lease.Value</c>, or the writer of a JSON lease.</summary>
    internal static bool IsValueOfLease(IOperation operation, LibrarySymbols library) =>
        Places.Strip(operation) is IPropertyReferenceOperation
        { Instance: not null, Property: { Name: "Value" or "Writer" } property }
            && IsHandle(property, library);

    /// <summary>Whether a type is memory that may belong to a lease.</summary>
    internal static bool IsMemory(ITypeSymbol? type) => type is INamedTypeSymbol
    {
        Name: "Memory" or "ReadOnlyMemory" or "Span" or "ReadOnlySpan" or "ReadOnlySequence",
        ContainingNamespace: { Name: "System" or "Buffers" },
    };

    /// <summary>Whether a value of a type can be content, or refer to it. A number or a text is a copy.</summary>
    internal static bool CanHold(ITypeSymbol? type) =>
        type is not (null or { IsUnmanagedType: true } or { SpecialType: SpecialType.System_String });

    /// <summary>Whether reading a member of a lease or its memory does no harm after the end.</summary>
    internal static bool IsHarmless(ISymbol member) =>
        member.Name is "IsLive" or "Length" or "IsEmpty" or "Equals" or "GetHashCode" or "GetType" or "ToString"
            or "CompareTo"
            or "Dispose" or "DisposeAsync" or "Discard" or "TryReturn" or "TryRetain";

    private static bool IsContent(IPropertySymbol property, LibrarySymbols library) => property.Name switch
    {
        "Value" or "Writer" => IsHandle(property, library),
        "WrittenMemory" or "WrittenSpan" or "WrittenSequence" or "Sequence" => library.IsOurs(property),
        "Memory" => library.IsOurs(property) || property.ContainingType.Name == "IMemoryOwner",
        "this[]" => library.IsList(property.ContainingType) || IsMemory(property.ContainingType)
            && !property.Type.IsValueType,
        "Span" => library.IsOurs(property) || IsMemory(property.ContainingType),
        _ => false,
    };

    private static bool IsContent(IMethodSymbol method, LibrarySymbols library) => method.Name switch
    {
        "GetMemory" or "GetSpan" or "AsStream" or "AsReadStream" => library.IsOurs(method),
        "Add" or "AddRange" or "AsMemory" => library.IsOurs(method), // of a list of parts
        "Rent" or "RentArray" => method.ContainingType.Name == "PooledScope" && library.IsOurs(method),
        "Slice" => IsMemory(method.ContainingType),
        _ => false,
    };

    private static bool IsHandle(IPropertySymbol property, LibrarySymbols library) =>
        library.IsOurs(property) && library.IsHandle(property.ContainingType);
}
