namespace Pooling.Objects;

/// <content>The cell that a pool of leases keeps at home with its thread.</content>
internal sealed partial class ThreadMagazines
{
    /// <summary>Takes the home cell, which is free, as one of a magazine.</summary>
    internal object TakeHome()
    {
        LeaseCell home = Home;
        Home = LeaseCell.None;
        home.LeaveHome();
        Popped++;
        return home;
    }

    /// <summary>Sends what is leased of the home cell to the pool, which is disposed, when its lease ends. Called under the depot's
    /// lock.</summary>
    internal void CloseHome()
    {
        LeaseCell home = Volatile.Read(ref Home); // pairs with the write in MakeHome; its thread may give it up meanwhile
        if (home != LeaseCell.None && home != LeaseCell.Never)
            home.Close();
    }

    /// <summary>Gives the home cell up if one lease of it was live since the thread obeyed the last key: it is held for long, or forgotten,
    /// and another cell does better as home. Called as <see cref="DetachHome"/>.</summary>
    internal LeaseCell? GiveUpForgottenHome()
    {
        long version = Volatile.Read(ref Home.Version); // pairs with the write in TryGoHome
        bool isForgotten = version == SeenVersion && (version & LeaseCell.StateMask) == 1;
        SeenVersion = version;
        return isForgotten ? DetachHome() : null;
    }

    /// <summary>Gives the home cell up for good. Called under the depot's lock, by the thread or who adopts.</summary>
    /// <returns>The cell; <see langword="null"/> if there is none, or it is leased: then it goes to the pool when its lease ends.</returns>
    internal LeaseCell? DetachHome()
    {
        LeaseCell home = Home;
        if (home == LeaseCell.None || home == LeaseCell.Never)
            return null;

        bool taken = home.TryDetach();
        Home = LeaseCell.None;
        Surrendered += taken ? 1 : 0;
        return taken ? home : null;
    }
}
