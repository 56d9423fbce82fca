using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.Operations;

namespace Pooling.Analyzers.Usage;

/// <summary>The types of the library, as a compilation references them, and the meaning of their members.</summary>
internal sealed class LibrarySymbols
{
    private static readonly string[] s_handles =
    [
        "Pooling.Objects.PooledLease`1", "Pooling.Json.PooledUtf8JsonWriter", "Pooling.Json.PooledAsyncUtf8JsonWriter",
        "Pooling.Encodeables.PooledRef`1", "Pooling.Encodeables.PooledScope", "Pooling.Buffers.SharedBuffer",
        "Pooling.Buffers.PooledArray`1", "Pooling.Buffers.PooledSequence",
    ];

    private static readonly HashSet<string> s_rooms = ["Objects", "Buffers", "Json", "Encodeables", "Queues"];

    private readonly HashSet<INamespaceSymbol> _rooms = new(SymbolEqualityComparer.Default);
    private readonly HashSet<INamedTypeSymbol> _handles = new(SymbolEqualityComparer.Default);
    private readonly INamedTypeSymbol? _objectPool;

    private LibrarySymbols(INamedTypeSymbol lease, Compilation compilation)
    {
        IAssemblySymbol library = lease.ContainingAssembly;
        foreach (INamespaceSymbol room in lease.ContainingNamespace.ContainingNamespace.GetNamespaceMembers())
        {
            if (s_rooms.Contains(room.Name))
                _rooms.Add(room);
        }

        foreach (string name in s_handles)
        {
            if (library.GetTypeByMetadataName(name) is { } type)
                _handles.Add(type);
        }

        _objectPool = compilation.GetTypeByMetadataName("Microsoft.Extensions.ObjectPool.ObjectPool`1");
    }

    /// <summary>Returns the symbols; <see langword="null"/> if a compilation does not reference the library.</summary>
    internal static LibrarySymbols? Find(Compilation compilation) =>
        compilation.GetTypeByMetadataName(s_handles[0]) is { } lease
            && !SymbolEqualityComparer.Default.Equals(lease.ContainingAssembly, compilation.Assembly)
            ? new LibrarySymbols(lease, compilation)
            : null;

    /// <summary>Whether a type is a lease, a share, a scope, or another owner.</summary>
    internal bool IsHandle(ITypeSymbol? type) => type is INamedTypeSymbol named && _handles.Contains(named.OriginalDefinition);

    /// <summary>Whether a member is one of the library.</summary>
    internal bool IsOurs(ISymbol member) => member.ContainingNamespace is { } room && _rooms.Contains(room);

    /// <summary>Whether a method is the one that returns an object to any pool of objects.</summary>
    internal bool IsPoolReturn(IMethodSymbol method) => method.Name == "Return" && method.Parameters.Length == 1
        && IsObjectPool(method.ContainingType);

    /// <summary>Whether a method is the one that takes an object from any pool of objects.</summary>
    internal bool IsPoolGet(IMethodSymbol method) =>
        method.Name == "Get" && method.Parameters.IsEmpty && IsObjectPool(method.ContainingType);

    /// <summary>Returns the kind of what an operation creates.</summary>
    internal Rental RentalOf(IOperation operation) => operation switch
    {
        IInvocationOperation call => RentalOf(call.TargetMethod),
        IObjectCreationOperation { Type: { Name: "PooledArray" } array } when IsHandle(array) => Rental.Lease,
        _ => Rental.None,
    };

    private Rental RentalOf(IMethodSymbol method)
    {
        switch (method.Name)
        {
            case "Rent" or "RentArray" when method.ContainingType.Name == "PooledScope": // a scope returns what it has rented itself
                return Rental.None;
            case "Rent" when method.ContainingType.Name == "MagazineMemoryPool":
            case "Rent" or "RentSegmented" or "RentArray" or "Begin" when IsHandle(method.ReturnType):
            case "ReadBigEndian" or "ReadLittleEndian" when IsHandle(method.ReturnType):
            case "Create" when IsHandle(method.ReturnType) && method.ContainingType.Name == "SharedBuffer":
                return IsOurs(method) ? Rental.Lease : Rental.None;
            case "RentAsyncWriter":
                return IsOurs(method) ? Rental.AsyncLease : Rental.None;
            case "DetachShared" when method.ReturnsVoid: // into a span
                return Rental.None;
            case "Detach" or "DetachShared" or "DetachAt" or "Retain":
            case "Slice" when method.ContainingType.Name == "SharedBuffer":
                return IsOurs(method) ? Rental.Owner : Rental.None;
            case "Get" when method.ContainingType.Name == "MagazinePool":
                return IsOurs(method) ? Rental.Item : Rental.None;
            case "Reserve":
                return IsOurs(method) ? Rental.Reservation : Rental.None;
            default:
                return Rental.None;
        }
    }

    private bool IsObjectPool(INamedTypeSymbol type)
    {
        for (INamedTypeSymbol? each = type; each is not null && _objectPool is not null; each = each.BaseType)
        {
            if (SymbolEqualityComparer.Default.Equals(each.OriginalDefinition, _objectPool))
                return true;
        }

        return false;
    }
}
