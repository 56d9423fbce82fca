namespace Pooling.SoakTests.Fuzzing;

/// <summary>Random text.</summary>
internal static class FuzzText
{
    private static readonly byte[][] s_characters =
        ["a"u8.ToArray(), "\""u8.ToArray(), "\n"u8.ToArray(), "é"u8.ToArray(), "€"u8.ToArray(), "\u0000"u8.ToArray(), "😀"u8.ToArray(), "~"u8.ToArray()];

    /// <summary>Fills bytes with valid UTF-8.</summary>
    internal static void Fill(Span<byte> bytes, Random random)
    {
        int common = random.Next(3);
        while (!bytes.IsEmpty)
        {
            byte[] character = common == 0 ? s_characters[0] : s_characters[random.Next(s_characters.Length)];
            if (character.Length > bytes.Length)
                character = s_characters[0];

            character.CopyTo(bytes);
            bytes = bytes[character.Length..];
        }
    }
}
