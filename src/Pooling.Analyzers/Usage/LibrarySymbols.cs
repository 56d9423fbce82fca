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
    private readonly HashSet<string> _members = []; // of handles
    private readonly INamedTypeSymbol? _objectPool;
    private readonly INamedTypeSymbol? _encodeable;

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
                AddHandle(type);
        }

        _encodeable = library.GetTypeByMetadataName("Pooling.Encodeables.IPooledEncodeable");
        _objectPool = compilation.GetTypeByMetadataName("Microsoft.Extensions.ObjectPool.ObjectPool`1");
    }

    /// <summary>Returns the symbols; <see langword="null"/> if a compilation does not reference the library.</summary>
    internal static LibrarySymbols? Find(Compilation compilation) =>
        compilation.GetTypeByMetadataName(s_handles[0]) is { } lease
            && !SymbolEqualityComparer.Default.Equals(lease.ContainingAssembly, compilation.Assembly)
            ? new LibrarySymbols(lease, compilation)
            : null;

    /// <summary>Whether a lease has a member of a name that must not be used after its end.</summary>
    internal bool IsMemberOfHandle(string name) => _members.Contains(name);

    /// <summary>Whether a type is a lease, a share, a scope, or another owner.</summary>
    internal bool IsHandle(ITypeSymbol? type) =>
        type is INamedTypeSymbol named && _handles.Contains(named.OriginalDefinition);

    /// <summary>Whether a type is a writer of the library, which can own memory without a lease.</summary>
    internal bool IsWriter(ITypeSymbol? type) =>
        type is INamedTypeSymbol { Name: "PooledArrayBufferWriter" or "SegmentedBufferWriter" } && IsOurs(type);

    /// <summary>Whether a member is a part of a pooled message, which goes back to the pool with it: a list of parts,
    /// or a message that is never replaced.</summary>
    internal bool IsPart(ISymbol member)
    {
        if (_encodeable is null || member.IsStatic || !IsEncodeable(member.ContainingType))
            return false;

        return member switch
        {
            IPropertySymbol property => IsList(property.Type) || property.IsReadOnly && IsEncodeable(property.Type),
            IFieldSymbol field => IsList(field.Type) || field.IsReadOnly && IsEncodeable(field.Type),
            _ => false,
        };
    }

    /// <summary>Whether a type is a list of parts.</summary>
    internal bool IsList(ITypeSymbol? type) => type is INamedTypeSymbol { Name: "EncodeableList" } && IsOurs(type);

    /// <summary>Whether a member is one of the library.</summary>
    internal bool IsOurs(ISymbol member) => member.ContainingNamespace is { } room && _rooms.Contains(room);

    /// <summary>Whether a method is the one that returns an object to any pool of objects.</summary>
    internal bool IsPoolReturn(IMethodSymbol method) => method.Name == "Return" && method.Parameters.Length == 1
        && IsObjectPool(method.ContainingType);

    /// <summary>Whether a method is the one that takes an object from any pool of objects.</summary>
    internal bool IsPoolGet(IMethodSymbol method) =>
        method.Name == "Get" && method.Parameters.IsEmpty && IsObjectPool(method.ContainingType);

    /// <summary>Whether a method takes an item out of a queue or collection, into an argument.</summary>
    internal bool IsReceive(IMethodSymbol method) => method.Name switch
    {
        "TryDequeue" or "TryDequeueIf" or "TryRetain" => IsOurs(method) || IsCollection(method.ContainingType),
        "TryRead" => IsChannel(method.ContainingType),
        "TryTake" or "TryPop" => IsCollection(method.ContainingType),
        _ => false,
    };

    /// <summary>Whether an operation starts to read a lease out of a channel.</summary>
    internal bool IsReadAsync(IOperation operation, out Rental rental)
    {
        rental = Rental.None;
        if (operation is not IInvocationOperation { TargetMethod: { Name: "ReadAsync" } method }
            || !IsChannel(method.ContainingType)
            || method.ReturnType is not INamedTypeSymbol { TypeArguments: [var item] } || !IsHandle(item))
        {
            return false;
        }

        rental = RentalOfHandle(item);
        return true;
    }

    /// <summary>Returns the call that gives a loop the items that it takes out of a channel or collection.</summary>
    internal static IInvocationOperation? ConsumedBy(IForEachLoopOperation loop)
    {
        IOperation collection = Places.Strip(loop.Collection);
        while (collection is IInvocationOperation { TargetMethod.Name: "ConfigureAwait" or "WithCancellation" } adapter
            && (adapter.Instance ?? adapter.Arguments.FirstOrDefault()?.Value) is { } inner)
        {
            collection = Places.Strip(inner);
        }

        return collection is IInvocationOperation call
            && (call.TargetMethod.Name == "ReadAllAsync" && IsChannel(call.TargetMethod.ContainingType)
            || call.TargetMethod.Name == "GetConsumingEnumerable" && IsCollection(call.TargetMethod.ContainingType))
            ? call
            : null;
    }

    /// <summary>Returns the kind of a lease by its type.</summary>
    internal static Rental RentalOfHandle(ITypeSymbol? handle) =>
        handle?.Name == "PooledAsyncUtf8JsonWriter" ? Rental.AsyncLease : Rental.Lease;

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
            // a scope returns what it has rented itself
            case "Rent" or "RentArray" when method.ContainingType.Name == "PooledScope":
                return Rental.None;
            case "Rent" when method.ContainingType.Name == "MagazineMemoryPool":
            case "Rent" or "RentSegmented" or "RentArray" or "Begin" when IsHandle(method.ReturnType):
            case "ReadBigEndian" or "ReadLittleEndian" when IsHandle(method.ReturnType):
            case "Create" when IsHandle(method.ReturnType) && method.ContainingType.Name == "SharedBuffer":
                return IsOurs(method) ? Rental.Lease : Rental.None;
            case "Dequeue" or "Pop" or "Take" when IsHandle(method.ReturnType) && IsCollection(method.ContainingType):
                return RentalOfHandle(method.ReturnType);
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

    private void AddHandle(INamedTypeSymbol type)
    {
        _handles.Add(type);
        foreach (ISymbol member in type.GetMembers())
        {
            if (member is { IsStatic: false, CanBeReferencedByName: true, DeclaredAccessibility: Accessibility.Public }
                && !Content.IsHarmless(member))
            {
                _members.Add(member.Name);
            }
        }
    }

    private static bool IsChannel(INamedTypeSymbol type) =>
        type.ContainingNamespace is { Name: "Channels", ContainingNamespace.Name: "Threading" };

    private static bool IsCollection(INamedTypeSymbol type) => type.ContainingNamespace is
    {
        Name: "Generic" or "Concurrent",
        ContainingNamespace: { Name: "Collections", ContainingNamespace.Name: "System" },
    };

    private bool IsEncodeable(ITypeSymbol type) =>
        type.AllInterfaces.Contains(_encodeable!, SymbolEqualityComparer.Default);

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
