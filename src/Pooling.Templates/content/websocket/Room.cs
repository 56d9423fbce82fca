using System.Collections.Concurrent;
using System.Net.WebSockets;
using Pooling.Buffers;

namespace Contoso.Hub1;

/// <summary>Sends each message to all members. It is copied once, and its memory goes back when the last member has got
/// it.</summary>
internal sealed class Room(IHostApplicationLifetime lifetime)
{
    private const int MaxMembers = 10_000;

    private readonly ConcurrentDictionary<Member, bool> _members = new();
    private int _count;

    public async Task AcceptAsync(HttpContext context)
    {
        if (!context.WebSockets.IsWebSocketRequest)
        {
            context.Response.StatusCode = StatusCodes.Status426UpgradeRequired;
            return;
        }

        if (Interlocked.Increment(ref _count) > MaxMembers)
        {
            Interlocked.Decrement(ref _count);
            context.Response.StatusCode = StatusCodes.Status503ServiceUnavailable;
            return;
        }

        try
        {
            using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
            var member = new Member(socket, this);
            _members.TryAdd(member, true);
            try
            {
                await member.RunAsync(lifetime.ApplicationStopping);
            }
            finally
            {
                _members.TryRemove(member, out _);
            }
        }
        finally
        {
            Interlocked.Decrement(ref _count);
        }
    }

    public void Broadcast(ReadOnlySpan<byte> text)
    {
        using SharedBuffer message = SharedBuffer.Create(text);
        foreach ((Member member, _) in _members)
            member.Send(message.Retain());
    }
}
