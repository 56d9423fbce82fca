using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Sessions;

/// <summary>The players, their names, and those who are leaving. Tick thread only, except <see cref="Count"/>.</summary>
internal sealed class PlayerList<TPlayer>(ServerLimits limits, SessionList sessions) where TPlayer : class, IPlayer
{
    private readonly HashSet<string> _names = [];
    private readonly List<TPlayer> _leaving = []; // no longer in the world, but with packets to send
    private int _count;
    private uint _lastEntity;

    /// <summary>The players in the world.</summary>
    public List<TPlayer> Playing { get; } = [];

    /// <summary>The number of players. Any thread.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Whether a leaving player is still being sent the reason.</summary>
    public bool IsAnyLeaving => _leaving.Count > 0;

    /// <summary>Adds a client that has logged in.</summary>
    /// <param name="player">The player.</param>
    /// <param name="entity">Its number in the world.</param>
    /// <returns><see langword="false"/> if the name is taken, the server is full, or the connection has ended; its session has then
    /// ended.</returns>
    public bool TryJoin(TPlayer player, out uint entity)
    {
        entity = 0;
        string name = PlayerText.KeyOf(player.Session.Name);
        if (!_names.Add(name))
        {
            player.Session.End(DisconnectReason.NameTaken);
            return false;
        }

        if (!sessions.TryPlay(player.Session))
        {
            _names.Remove(name);
            return false;
        }

        entity = ++_lastEntity;
        Playing.Add(player);
        Volatile.Write(ref _count, Playing.Count);
        return true;
    }

    /// <summary>Removes a player whose connection has ended.</summary>
    /// <param name="from">The index at which to continue, from the last player to the first; initially the number of players.</param>
    /// <param name="player">The player.</param>
    /// <returns><see langword="false"/> if there is none.</returns>
    public bool TryTakeEnded(ref int from, out TPlayer? player)
    {
        while (--from >= 0)
        {
            player = Playing[from];
            if (!player.Session.Connection.IsClosed)
                continue;

            Playing.RemoveAt(from);
            Volatile.Write(ref _count, Playing.Count);
            _names.Remove(PlayerText.KeyOf(player.Session.Name));
            _leaving.Add(player);
            return true;
        }

        player = null;
        return false;
    }

    /// <summary>Ends players whose current write takes too long.</summary>
    public void EndSlow(Func<TPlayer, long> writingSince)
    {
        long now = Environment.TickCount64;
        foreach (TPlayer player in Playing)
        {
            if (writingSince(player) is > 0 and var since && now - since > limits.Write.TotalMilliseconds)
                player.Session.End(DisconnectReason.SlowClient);
        }
    }

    /// <summary>Continues sending to leaving players.</summary>
    public void FinishLeaving()
    {
        for (int i = _leaving.Count - 1; i >= 0; i--)
        {
            TPlayer player = _leaving[i];
            if (!player.FinishSending())
                continue;

            player.Release();
            _leaving.RemoveAt(i);
        }
    }
}
