using System.Runtime.CompilerServices;

namespace Pooling.Tour.Sections.Objects;

/// <summary>A message of 104 bytes including the object header, like those that gateways decode by the thousand.</summary>
internal sealed class Notification
{
    /// <summary>The size of an instance on the heap of a 64-bit process.</summary>
    public const int Size = 104;

    private DataValue _value;
    private uint _clientHandle;
    private uint _itemId;

    public long SequenceNumber { get; set; }

    public string? Name { get; set; }

    public object? Subscription { get; set; }

    public object? Session { get; set; }

    public Notification? Next { get; set; }

    /// <summary>Stores the values that a decoder reads.</summary>
    public void Decode(int number)
    {
        _clientHandle = (uint)number;
        _itemId = (uint)number >> 4;
        _value.Number = number;
        _value.Status = 0;
    }

    /// <summary>Simulates the application. Not inlined, because otherwise an object created by <c>new</c> would never reach the
    /// heap.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public long Handle() => _clientHandle + _value.Number + _itemId;

    /// <summary>Restores the initial state of the message.</summary>
    public void Reset()
    {
        _value = default;
        _clientHandle = 0;
        _itemId = 0;
        SequenceNumber = 0;
        Name = null;
        Subscription = null;
        Session = null;
        Next = null;
    }
}
