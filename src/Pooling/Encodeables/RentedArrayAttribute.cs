namespace Pooling.Encodeables;

/// <summary>Marks an array of a <see cref="PooledEncodeableAttribute">pooled encodeable</see> as rented, with its
/// length in another member. Generates a method named <c>Rent</c> plus the name of the member, which sets both members.
/// Resetting the object returns the array, or leaves a short one with the object for its next renter.</summary>
/// <remarks>
/// <para>Ownership: the object returns only the array that it rented, and only if the member still holds it. Arrays of
/// up to 1 KB for an object in all are not returned. They stay with the object, where only the generated method finds
/// them. An array that other code assigned is not returned, and one that was taken out is left to the code that took
/// it. In each case, both members are set back to their initial values.</para>
/// </remarks>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class RentedArrayAttribute : Attribute
{
    /// <summary>Initializes a new instance of the attribute with the member that holds the count.</summary>
    /// <param name="countMember">The name of an <see langword="int"/> member of the same class that holds the number of
    /// items in use.</param>
    public RentedArrayAttribute(string countMember) => CountMember = countMember;

    /// <summary>Gets the name of the member that holds the number of items in use.</summary>
    public string CountMember { get; }
}
