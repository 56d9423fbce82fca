using Pooling.GameServer.Hosting;
using Pooling.GameServer.Protocol;

namespace Pooling.GameServer.Sessions;

/// <summary>Who plays, whose name is taken, and who is on its way out. Tick thread only, but for <see cref="Count"/>.</summary>
internal sealed class PlayerList<TPlayer>(ServerLimits limits, SessionList sessions) where TPlayer : class, IPlayer
{
    private readonly HashSet<string> _names = [];
    private readonly List<TPlayer> _leaving = []; // out of the world, with their last packets to send
    private int _count;
    private uint _lastEntity;

    /// <summary>The players in the world.</summary>
    public List<TPlayer> Playing { get; } = [];

    /// <summary>How many they are. Any thread.</summary>
    public int Count => Volatile.Read(ref _count);

    /// <summary>Whether somebody is told still why it had to go.</summary>
    public bool IsAnyLeaving => _leaving.Count > 0;

    /// <summary>Lets somebody in who logged in.</summary>
    /// <param name="player">The player.</param>
    /// <param name="entity">Its number in the world.</param>
    /// <returns><see langword="false"/> if the name is taken, the server full or the connection over: then its session has ended.</returns>
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

    /// <summary>Takes out a player whose connection has ended.</summary>
    /// <param name="from">Where to look on, from the last player to the first; <see cref="List{T}.Count"/> of all at first.</param>
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

    /// <summary>Ends players whose last write takes too long.</summary>
    public void EndSlow(Func<TPlayer, long> writingSince)
    {
        long now = Environment.TickCount64;
        foreach (TPlayer player in Playing)
        {
            if (writingSince(player) is > 0 and var since && now - since > limits.Write.TotalMilliseconds)
                player.Session.End(DisconnectReason.SlowClient);
        }
    }

    /// <summary>Sends on what those who leave are told.</summary>
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
