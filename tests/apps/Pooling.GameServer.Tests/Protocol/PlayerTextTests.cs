namespace Pooling.GameServer.Protocol;

public sealed class PlayerTextTests
{
    [Theory]
    [InlineData("bot-1")]
    [InlineData("a")]
    [InlineData("Jean Luc")]
    [InlineData("Zo\u00EB_\u0141.2")]
    [InlineData("12345678901234567890123456789012")]
    public void CheckName_PlainOnes_ReturnsNone(string name) => Assert.Equal(DisconnectReason.None, PlayerText.CheckName(name));

    [Theory]
    [InlineData(" a")]
    [InlineData("a ")]
    [InlineData("a  b")]
    [InlineData("a\u00A0b")] // a no-break space
    [InlineData("a\nb")]
    [InlineData("a\0")]
    [InlineData("\u202Ebot")] // right to left
    [InlineData("bot\u200B")] // zero width
    [InlineData("bot\u2066x\u2069")]
    [InlineData("Zoe\u0308")] // a combining mark: another spelling of a letter
    [InlineData("\uFF42\uFF4F\uFF54")] // wide
    [InlineData("b\u043Et")] // Cyrillic o
    [InlineData("\u0133")] // a ligature
    [InlineData("\u017F")] // a long s, which is an S in capitals
    [InlineData("\u00D7")]
    [InlineData("<b>")]
    public void CheckName_WhatLooksLikeOthersOrCannotBeSeen_ReturnsBadText(string name) =>
        Assert.Equal(DisconnectReason.BadText, PlayerText.CheckName(name));

    [Theory]
    [InlineData("")]
    [InlineData("123456789012345678901234567890123")]
    public void CheckName_WrongLength_ReturnsMalformed(string name) => Assert.Equal(DisconnectReason.Malformed, PlayerText.CheckName(name));

    [Theory]
    [InlineData("bot", "BOT")]
    [InlineData("Zo\u00EB", "ZO\u00CB")]
    public void KeyOf_AnotherCase_IsTheSame(string left, string right) => Assert.Equal(PlayerText.KeyOf(left), PlayerText.KeyOf(right));

    [Fact]
    public void KeyOf_EveryLetterOfNames_HasOneKeyForBothCases()
    {
        for (char letter = ' '; letter < '\u0200'; letter++)
        {
            if (PlayerText.CheckName(letter.ToString()) == DisconnectReason.None
                && PlayerText.CheckName(char.ToUpperInvariant(letter).ToString()) == DisconnectReason.None)
            {
                Assert.Equal(PlayerText.KeyOf(letter.ToString()), PlayerText.KeyOf(char.ToUpperInvariant(letter).ToString()));
            }
        }
    }

    [Theory]
    [InlineData("hello")]
    [InlineData("two \u00e4 \U00010005")]
    [InlineData("\u0645\u0631\u062D\u0628\u0627")] // Arabic
    [InlineData("\U0001F468\u200D\U0001F469\u200D\U0001F467")] // a family, joined
    public void CheckChat_WhatPeopleWrite_ReturnsNone(string text) => Assert.Equal(DisconnectReason.None, PlayerText.CheckChat(text));

    [Theory]
    [InlineData("a\r\nserver: you won")]
    [InlineData("\u001B[2J")]
    [InlineData("\u0085")]
    [InlineData("\u2028")]
    [InlineData("\u202Eabc")]
    [InlineData("\u2067abc")]
    [InlineData("\u200Fabc")]
    [InlineData("a\u200Bb")]
    [InlineData("\uE000")] // private use
    [InlineData("\uFEFF")]
    public void CheckChat_ControlsAndDirections_ReturnsBadText(string text) =>
        Assert.Equal(DisconnectReason.BadText, PlayerText.CheckChat(text));
}
