namespace Pooling.Testing;

/// <summary>Describes one rental.</summary>
internal sealed class Rental
{
    internal Rental(long number, object item, string text, CallStack? rented)
    {
        Number = number;
        Item = item;
        Text = text;
        Rented = rented;
    }

    /// <summary>Gets the number of the rental in its pool, counted from 1.</summary>
    internal long Number { get; }

    /// <summary>Gets the item.</summary>
    internal object Item { get; }

    /// <summary>Gets the description of the item in messages.</summary>
    internal string Text { get; }

    /// <summary>Gets the stack of the rental.</summary>
    internal CallStack? Rented { get; }

    /// <summary>Gets or sets the stack of the return.</summary>
    internal CallStack? Returned { get; set; }

    /// <summary>Gets or sets a value that indicates whether the renter has the item.</summary>
    internal bool IsOut { get; set; } = true;

    /// <summary>Gets or sets the index of the first item that the renter may use, in an array.</summary>
    internal int Offset { get; init; }

    /// <summary>Gets or sets the number of items that the renter may use, in an array.</summary>
    internal int Length { get; init; }

    /// <summary>Gets or sets a value that indicates whether a wrong write has been reported.</summary>
    internal bool IsReported { get; set; }
}
