namespace Pooling.Analyzers.Encodeables;

/// <summary>One member that is reset or visited.</summary>
/// <param name="Name">The name, as used in other names.</param>
/// <param name="Access">The member as an expression: <c>this.Name</c>.</param>
/// <param name="Type">Its type.</param>
/// <param name="Reset">The effect of a reset.</param>
/// <param name="Initial">The expression of its value in a new object.</param>
/// <param name="IsInitOnly">Whether only an init accessor can set it.</param>
/// <param name="Nested">The pooled content that it can own.</param>
/// <param name="Item">The type of the pooled objects in it.</param>
/// <param name="Collection">The way in which it is cleared, if it is a collection that is kept.</param>
/// <param name="Counted">The renting and returning of its array, if it has one with a count.</param>
/// <param name="Pair">The type of its pairs, if it is a dictionary of pooled objects.</param>
internal sealed record MemberModel(
    string Name,
    string Access,
    string Type,
    MemberReset Reset,
    string Initial,
    bool IsInitOnly,
    NestedShape Nested,
    string Item,
    CollectionModel? Collection,
    CountedArrayModel? Counted,
    string Pair);

/// <summary>Describes how a collection is cleared and measured.</summary>
/// <param name="Type">The type of the object that the initializer creates.</param>
/// <param name="Item">The type of its items, or one of about their size.</param>
/// <param name="CountProperty">The property that returns the number of its items.</param>
/// <param name="SizeProperty">The property that returns its capacity, or their number if there is none;
/// <see langword="null"/> if that never changes.</param>
/// <param name="TrimCall">The call that releases its capacity, if it cannot be replaced.</param>
/// <param name="IsArray">Whether it is an array, whose items are set to their default.</param>
/// <param name="Capacity">The initial capacity.</param>
internal sealed record CollectionModel(
    string Type, string Item, string CountProperty, string? SizeProperty, string? TrimCall, bool IsArray, int Capacity);

/// <summary>Describes a rented array with a count.</summary>
/// <param name="Accessibility">The modifiers of the method that rents it.</param>
/// <param name="Method">The name of that method.</param>
/// <param name="Field">The field that stores the rented array.</param>
/// <param name="Idle">The field that stores whether it stays with the object although no renter uses it.</param>
/// <param name="Array">The type of the array.</param>
/// <param name="Item">The type of the items.</param>
/// <param name="Member">The member, as shown in documentation.</param>
/// <param name="Count">The member that holds the number of items in use, as shown in documentation.</param>
/// <param name="CountAccess">The same member as an expression.</param>
/// <param name="IsObsolete">Whether only obsolete code may rent it.</param>
internal sealed record CountedArrayModel(
    string Accessibility, string Method, string Field, string Idle, string Array, string Item, string Member,
    string Count, string CountAccess, bool IsObsolete);

/// <summary>The effect of a reset on a member.</summary>
internal enum MemberReset
{
    /// <summary>Nothing: it cannot have changed.</summary>
    None,

    /// <summary>Sets it to its initial value.</summary>
    Assign,

    /// <summary>Clears the collection that the object created for itself, and restores it.</summary>
    OwnCollection,

    /// <summary>Clears the collection.</summary>
    FixedCollection,

    /// <summary>Resets the pooled encodeable that the object created for itself, and restores it.</summary>
    OwnEncodeable,

    /// <summary>Resets the pooled encodeable.</summary>
    FixedEncodeable,

    /// <summary>Clears the list of parts.</summary>
    List,
}

/// <summary>Specifies what pooled objects a member can hold.</summary>
internal enum NestedShape
{
    /// <summary>None.</summary>
    None,

    /// <summary>A pooled object.</summary>
    Item,

    /// <summary>A struct that passes its content to a visitor.</summary>
    Struct,

    /// <summary>An array of pooled objects.</summary>
    Span,

    /// <summary>An array of pooled objects, with a count.</summary>
    CountedItems,

    /// <summary>An array of structs that pass their content to a visitor, with a count.</summary>
    CountedStructs,

    /// <summary>A collection of pooled objects.</summary>
    Items,

    /// <summary>A dictionary whose values are pooled objects.</summary>
    Values,

    /// <summary>An array or a collection of structs that pass their content to a visitor.</summary>
    Structs,

    /// <summary>A dictionary whose values are such structs.</summary>
    StructValues,

    /// <summary>A pooled array of values.</summary>
    PooledArray,

    /// <summary>A pooled array of pooled objects.</summary>
    PooledArrayOfItems,

    /// <summary>A pooled array of structs that pass their content to a visitor.</summary>
    PooledArrayOfStructs,

    /// <summary>A list of parts, which stay in it.</summary>
    List,
}
