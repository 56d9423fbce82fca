using Pooling.Buffers;

namespace Contoso.Hub1;

/// <summary>A share of a message that waits to be sent.</summary>
/// <param name="Message">The share.</param>
/// <param name="Since">The time since which it waits, as <see cref="Environment.TickCount64"/>.</param>
internal readonly record struct Unsent(SharedBuffer Message, long Since) : IDisposable
{
    public int Charge => Message.Length + Limits.Overhead;

    public void Dispose() => Message.Dispose();
}
