namespace Pooling.Objects;

/// <content>The home cell of the thread in a pool of leases.</content>
internal sealed partial class ThreadMagazine
{
    /// <summary>Takes the home cell, which is free, and turns it into one without a home.</summary>
    internal LeaseCell TakeHome()
    {
        LeaseCell home = Home!;
        Home = LeaseCell.None;
        home.LeaveHome();
        return home;
    }

    /// <summary>Makes the home cell go to the disposed pool when its lease ends. Called under the depot's
    /// lock.</summary>
    internal void CloseHome()
    {
        // pairs with the write in MakeHome; its thread may replace it in the meantime
        LeaseCell? home = Volatile.Read(ref Home);
        if (home != LeaseCell.None)
            home?.Close();
    }

    /// <summary>Gives up the home cell if one lease of it was live since the thread last settled: it is long or
    /// forgotten. Called like <see cref="DetachHome"/>.</summary>
    internal void GiveUpForgottenHome(MagazineDepot depot, ref List<object>? dropped)
    {
        if (Home is null)
            return;

        long version = Volatile.Read(ref Home.Version); // pairs with the write in TryGoHome
        bool isForgotten = version == _rest.SeenVersion && (version & LeaseCell.StateMask) == 1;
        if (isForgotten)
            depot.Reserve(1, ref dropped);

        _rest.SeenVersion = version;
        if (isForgotten && DetachHome() is { } home)
            depot.Adopt(home, ref dropped);
    }

    /// <summary>Gives up the home cell permanently. Called under the depot's lock, by the thread or the one that adopts
    /// its items.</summary>
    /// <returns>The cell; <see langword="null"/> if there is none, or if it is leased: it goes to the pool when its
    /// lease ends.</returns>
    internal LeaseCell? DetachHome()
    {
        if (Home is not { } home || home == LeaseCell.None)
            return null;

        bool taken = home.TryDetach();
        Home = LeaseCell.None;
        _rest.MovedOut += taken ? 1 : 0;
        return taken ? home : null;
    }
}
