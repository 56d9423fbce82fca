namespace Pooling.Modes;

/// <summary>A user's object.</summary>
internal sealed class Item
{
    public int Value { get; set; }
}
