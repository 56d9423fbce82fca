namespace Pooling.Encodeables;

/// <summary>Makes an array of a <see cref="PooledEncodeableAttribute">pooled encodeable</see> a rented one, whose length stands in another
/// member: generates a method <c>Rent</c> with the name of the member, which sets both; the reset of the object returns the
/// array.</summary>
/// <remarks>
/// <para>Ownership: the object returns the array that it rented, if the member still holds it then, and no other: an array that somebody
/// else assigned is only forgotten, and one that was taken out is left to the code that took it.</para>
/// </remarks>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class RentedArrayAttribute : Attribute
{
    /// <summary>Initializes a new instance with the member that counts.</summary>
    /// <param name="countMember">The name of the member of the same class, an <see langword="int"/>, that holds how many items of the array
    /// are used.</param>
    public RentedArrayAttribute(string countMember) => CountMember = countMember;

    /// <summary>Gets the name of the member that holds how many items are used.</summary>
    public string CountMember { get; }
}
