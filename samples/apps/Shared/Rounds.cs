using System.Globalization;

namespace Pooling.Samples;

/// <summary>Plays each mode in turn, round after round, so that whatever else the machine does meets all of them.</summary>
internal static class Rounds
{
    /// <summary>Plays them, with a title above each.</summary>
    /// <param name="rounds">How often each mode is played.</param>
    /// <param name="modes">The modes, in their order.</param>
    /// <param name="title">What is played, for the titles.</param>
    /// <param name="live">Where the titles go.</param>
    /// <param name="play">Plays a mode once.</param>
    /// <param name="alternates">Whether every second round plays the modes in reverse order.</param>
    /// <returns>What each play brought, in their order.</returns>
    public static async Task<List<T>> Play<T>(
        int rounds, IReadOnlyList<string> modes, FormattableString title, TextWriter live, Func<string, Task<T>> play,
        bool alternates = false)
    {
        var results = new List<T>();
        for (int round = 1; round <= rounds; round++)
        {
            foreach (string mode in alternates && round % 2 == 0 ? modes.Reverse() : modes)
            {
                live.WriteLine(string.Create(
                    CultureInfo.InvariantCulture, $"{mode}, round {round} of {rounds}: {title.ToString(CultureInfo.InvariantCulture)}"));
                results.Add(await play(mode).ConfigureAwait(false));
                live.WriteLine();
            }
        }

        return results;
    }
}
