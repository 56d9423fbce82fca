using System.Collections.Concurrent;
using System.Net.WebSockets;
using Pooling.Buffers;

namespace Contoso.Hub1;

/// <summary>Sends each message to all members, in one order. It is copied once, and its memory goes back when the last
/// member has got it: all members together hold no more than the one that is furthest behind.</summary>
internal sealed class Room(Limits limits, IHostApplicationLifetime lifetime)
{
    private readonly ConcurrentDictionary<Member, bool> _members = new();
    private readonly SemaphoreSlim _turn = new(1); // of one sender; the others wait, and are not read

    public async Task AcceptAsync(HttpContext context)
    {
        if (!context.WebSockets.IsWebSocketRequest)
        {
            context.Response.StatusCode = StatusCodes.Status426UpgradeRequired;
            return;
        }

        using WebSocket socket = await context.WebSockets.AcceptWebSocketAsync();
        var member = new Member(socket, context, this, limits);
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

    /// <summary>Waits until all members have room, or are dropped because they do not read, and sends.</summary>
    public async Task BroadcastAsync(ReadOnlyMemory<byte> text)
    {
        await _turn.WaitAsync();
        try
        {
            foreach ((Member member, _) in _members)
                await member.WaitForRoomAsync();

            using SharedBuffer message = SharedBuffer.Create(text.Span);
            foreach ((Member member, _) in _members)
                member.Send(message.Retain());
        }
        finally
        {
            _turn.Release();
        }
    }
}
