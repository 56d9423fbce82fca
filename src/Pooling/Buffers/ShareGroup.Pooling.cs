using System.Runtime.CompilerServices;
using Pooling.Diagnostics;
using Pooling.Objects;

namespace Pooling.Buffers;

/// <content>The pool of groups.</content>
internal sealed partial class ShareGroup
{
    /// <summary>The maximum number of groups with one share each: in a checking mode, so that each share has its own
    /// place of rental and return, and is found by the collector although its message lives. The root has no share
    /// then, and no group refers to one of one share. A message with more shares has full groups then, too, since the
    /// number of groups is limited: each of them has one place.</summary>
    internal const int MaxSingle = MaxGroups / 2;

    private const int MaxRetained = 32_768; // of about 80 bytes; a trim drops those that are not needed again

    private static readonly MagazineStore s_groups = new(
        nameof(SharedBuffer), new StoreOptions { MaxRetained = MaxRetained });

    /// <summary>The store of groups. For tests.</summary>
    internal static MagazineStore Store => s_groups;

    /// <summary>The counters of groups, and of ends that were refused.</summary>
    internal static PoolStatistics Statistics => s_groups.GetStatistics();

    /// <summary>Whether each group has one share, in a message with a number of groups.</summary>
    private static bool IsSingle(int groups) => s_groups.Mode != PoolingMode.Off && groups <= MaxSingle;

    /// <summary>Rents groups, which the caller owns. Each refers to the next one.</summary>
    private static ShareGroup RentChain(int count)
    {
        ShareGroup? chain = null;
        int left = count;
        try
        {
            for (; left > 0; left--)
            {
                ShareGroup group = (ShareGroup?)s_groups.TryPop() ?? RentSlow();
                group._root = chain;
                chain = group;
            }
        }
        finally
        {
            if (left > 0)
                GiveBackChain(chain);
        }

        return chain!;
    }

    private static void GiveBackChain(ShareGroup? chain)
    {
        while (chain is { } group)
        {
            chain = group._root;
            group._root = null;
            if (!s_groups.TryPush(group))
                s_groups.PushSlow(group); // or drops it
        }
    }

    /// <summary>Pushes a group whose tenancy has ended.</summary>
    private void Keep(long word)
    {
        if ((word & TenancyMask) == LastTenancy)
            s_groups.CountDropped(DropReason.Exhausted, this);
        else if (!s_groups.TryPush(this))
            s_groups.PushSlow(this); // or drops it
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ShareGroup RentSlow() => (ShareGroup?)s_groups.PopSlow() ?? Create(); // noted by Open

    private static ShareGroup Create()
    {
        ShareGroup? made = null;
        try
        {
            return made = new ShareGroup();
        }
        finally
        {
            if (made is null)
                s_groups.CountNotCreated();
        }
    }
}
