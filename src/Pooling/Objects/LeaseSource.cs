namespace Pooling.Objects;

/// <summary>Where the cells of leases go back to.</summary>
internal abstract class LeaseSource<T> where T : class
{
    internal abstract void Return(LeaseCell<T> cell, bool isExhausted);

    /// <summary>Lets an item go that will not be leased again.</summary>
    internal abstract void Drop(T item);
}
